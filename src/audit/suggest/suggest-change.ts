import { existsSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type CheckChange, editCheck } from "../../config/init/edit-check.ts";
import type { ResolvedConfig } from "../../config/resolved-config.ts";
import { isWithin } from "../../paths/is-within.ts";
import { readSmallFile } from "../../system/files/small-file.ts";
import { replaceOwn } from "../../system/own/own-file.ts";
import type { Check, Follow } from "../../vocabulary/check/check.ts";
import type { Suggestion } from "../check-audit.ts";

export interface ChangeContext {
  readonly config: ResolvedConfig;
  readonly cwd: string;
  readonly profiles: readonly string[];
  /** Whether to make the change, or only describe it. */
  readonly isWriting: boolean;
}

/** No configuration is larger. */
const MAX_BYTES = 1024 * 1024;

/** Says where and how a check must declare more, and writes it there if requested. */
export function suggestChange(
  check: Check,
  { inputs, follow }: { readonly inputs: readonly string[]; readonly follow: Follow | null },
  context: ChangeContext,
): Suggestion {
  const { config, isWriting } = context;
  const { origin } = check;
  const known = [...check.inputs, ...check.targetInputs.filter((glob) => !check.inputs.includes(glob))];
  const all = [...known, ...inputs];
  const lines = [
    ...(inputs.length === 0 ? [] : [`inputs: ${JSON.stringify(all).replaceAll('","', '", "')}`]),
    ...(follow === null ? [] : [`follow: ${follow}`]),
  ];
  const suggestion = { inputs, follow, lines, at: origin, advice: null, written: false };
  if (config.source.type === "inferred") {
    const advice = "It was inferred: run `verification init`, and add this to its check.";
    return { ...suggestion, at: null, advice };
  }
  if (origin.file !== config.file)
    return { ...suggestion, advice: isWriting ? `Add it to ${origin.file} by hand.` : null };
  const path = findFile(origin.file, context);
  const read = readSmallFile(path, MAX_BYTES);
  const change: CheckChange = {
    ...(inputs.length === 0 ? {} : { inputs: { known, added: inputs } }),
    ...(follow === null ? {} : { follow }),
  };
  const edited =
    typeof read === "string"
      ? null
      : editCheck({
          text: read.text,
          format: path.endsWith(".json") ? "json" : "yaml",
          ...(path.endsWith("package.json") ? { key: "verification" } : {}),
          check: check.name,
          profiles: context.profiles,
          change,
        });
  const byHand = `Add it to ${origin.file} by hand: the file cannot be edited automatically.`;
  if (edited === null) return { ...suggestion, advice: isWriting ? byHand : null };
  const at = { file: origin.file, line: edited.line };
  if (!isWriting) return { ...suggestion, at };
  const base = isWithin(config.root, path) ? config.root : dirname(path);
  const done = replaceOwn({ base, path }, edited.text);
  return done === "written"
    ? { ...suggestion, at, written: true }
    : { ...suggestion, at, advice: `${origin.file} could not be written: ${done.reason}.` };
}

/** A file outside the repository is named as given; a link to it stays, and its destination is changed. */
function findFile(file: string, { config, cwd }: ChangeContext): string {
  const inside = resolve(config.root, file);
  const path = existsSync(inside) ? inside : resolve(cwd, file);
  return existsSync(path) && !isWithin(config.root, path) ? realpathSync(path) : path;
}
