import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import type { Binding } from "../../../src/store/database/binding.ts";
import type { StoreKey } from "../../../src/store/key.ts";
import { sample } from "../random.ts";
import type { FuzzGround, GroundName } from "./fuzz-ground.ts";
import { mutateBytes } from "./mutate-bytes.ts";
import { mutateDatabase } from "./mutate-database.ts";
import { mutateValue, toJson } from "./mutate-value.ts";

type Random = () => number;

/** What was done to one file. */
export interface Mutated {
  readonly path: string;
  readonly what: string;
  /** Sealed with the user's own key: whoever has that can say anything, but not end the command. */
  readonly isForged: boolean;
}

type Form = "json" | "yaml" | "skill" | "bytes" | Sealing;
/** JSON after a line or a word that seals it. */
type Sealing = (key: StoreKey, json: string) => string;

/** Its seal is believed without another look, so it is not made again. */
const lastRun: Sealing = (_, json) => `${"0".repeat(32)}\n${json}\n`;
const findings: Sealing = (key, json) => `${key.sign(["findings.sealed", json])}\n${json}\n`;
const journal: Sealing = (key, json) => `\n${key.sign(["journal", json])} ${json}`;

const CACHE = "repository/.verification-cache";
const KEY_FILE = "home/.local/state/incremental-verification/store.key";

const REMEMBERED: Readonly<Record<string, Form>> = {
  [`${CACHE}/last-run.sealed`]: lastRun,
  [`${CACHE}/runs.jsonl`]: journal,
  [`${CACHE}/findings.sealed`]: findings,
  [`${CACHE}/.gitignore`]: "bytes",
  [`${CACHE}/CACHEDIR.TAG`]: "bytes",
  "repository/.verification-baseline.json": "json",
  "repository/receipt.json": "json",
  [KEY_FILE]: "bytes",
};

const FILES: Readonly<Record<"remembered" | "config" | "flow", Readonly<Record<string, Form>>>> = {
  remembered: REMEMBERED,
  config: {
    "repository/.verification.yml": "yaml",
    "repository/other.json": "json",
    "repository/package.json": "json",
    "repository/tsconfig.json": "json",
    "repository/.claude/skills/links/SKILL.md": "skill",
  },
  flow: {
    "repository/.verification/state.json": "json",
    "repository/docs/requirements/one/meta.json": "json",
    "repository/workflows.json": "json",
    "repository/BACKLOG.md": "bytes",
  },
};

export function filesOf(name: GroundName): Readonly<Record<string, Form>> {
  return FILES[name === "config" || name === "flow" ? name : "remembered"];
}

/** Changes one of the files that are read back, or two. */
export function mutateGround(ground: FuzzGround, binding: Binding, random: Random): readonly Mutated[] {
  const mutated: Mutated[] = [];
  for (let left = random() < 0.8 ? 1 : 2; left > 0; left -= 1)
    mutated.push(mutateOne(ground, binding, random));
  return mutated;
}

function mutateOne(ground: FuzzGround, binding: Binding, random: Random): Mutated {
  const forms = filesOf(ground.name);
  const isRemembered = forms === FILES.remembered;
  if (isRemembered && random() < 0.5) return mutateStore(ground, binding, random);
  const kept = Object.keys(forms).filter((each) => ground.snapshot.has(each));
  const [path = "", form = "bytes" as Form] = sample(
    kept.map((each) => [each, forms[each] as Form] as const),
    1,
    random,
  )[0] ?? ["", "bytes"];
  if (random() < 0.06) return replace(ground, path, random);
  if (form === "bytes" || random() < 0.3) return garble(ground, path, random);
  return mutateText(ground, { path, form, random });
}

function mutateStore(ground: FuzzGround, binding: Binding, random: Random): Mutated {
  const files = ["", "-wal", "-shm"].map((suffix) => ground.database + suffix);
  const path =
    sample(
      files.filter((each) => ground.snapshot.has(each)),
      1,
      random,
    )[0] ?? ground.database;
  if (random() < 0.04) return replace(ground, path, random);
  if (path !== ground.database || random() < 0.3) return garble(ground, path, random);
  const scratch = join(ground.directory, "scratch.db");
  const { bytes, what, isForged } = mutateDatabase(ground.snapshot.get(path) as Buffer, {
    binding,
    key: ground.key,
    scratch,
    random,
  });
  put(ground, path, bytes);
  return { path, what, isForged };
}

function garble(ground: FuzzGround, path: string, random: Random): Mutated {
  put(ground, path, mutateBytes(ground.snapshot.get(path) as Buffer, random));
  return { path, what: "bytes", isForged: false };
}

/** Something else than a file. */
function replace(ground: FuzzGround, path: string, random: Random): Mutated {
  const at = join(ground.directory, path);
  rmSync(at, { recursive: true, force: true });
  const [what = ""] = sample(
    ["directory", "link to a file", "link to a directory", "link to nothing"],
    1,
    random,
  );
  if (what === "directory") mkdirSync(at);
  else {
    symlinkSync(join(ground.directory, "victim", what.replace(/^.* /, "")), at);
  }
  return { path, what, isForged: false };
}

function mutateText(
  ground: FuzzGround,
  { path, form, random }: { readonly path: string; readonly form: Form; readonly random: Random },
): Mutated {
  const text = String(ground.snapshot.get(path));
  const done = (changed: string, what: string, isForged = false): Mutated => {
    put(ground, path, Buffer.from(changed));
    return { path, what, isForged };
  };
  if (form === "yaml") {
    const value = mutateValue(parse(text), random);
    return done(random() < 0.5 ? toJson(value) : stringify(value), "YAML");
  }
  if (form === "skill") {
    const [, head = "", block = "", rest = ""] = /^---\n(.*?)---(.*?checks:.*?)(```.*)$/s.exec(text) ?? [];
    return done(`---\n${toJson(mutateValue(parse(head), random))}\n---${block}${rest}`, "front matter");
  }
  if (form === "json" || form === "bytes")
    return done(toJson(mutateValue(JSON.parse(text), random), 2), "JSON");
  const json = text.slice(text.search(/[[{]/)).split("\n")[0] as string;
  let value: unknown = {};
  try {
    value = JSON.parse(json);
  } catch {
    // Forgotten: there is nothing to change but what is made up.
  }
  const changed = toJson(mutateValue(value, random));
  const isSealed = random() < 0.6;
  return done(
    isSealed ? form(ground.key, changed) : text.replace(json, () => changed),
    `JSON${isSealed ? ", sealed" : ""}`,
    isSealed && form !== lastRun,
  );
}

function put(ground: FuzzGround, path: string, bytes: Buffer | null): void {
  const at = join(ground.directory, path);
  rmSync(at, { recursive: true, force: true });
  if (bytes !== null) writeFileSync(at, bytes, { mode: 0o600 });
}
