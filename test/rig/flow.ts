import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ConfigInput } from "../../src/index.ts";
import { ANALYSIS_PHASES, IMPLEMENTATION_PHASES, type Meta } from "../../src/workflow.ts";
import { everything } from "./everything.ts";
import { Rig } from "./rig.ts";

type WorkflowInput = NonNullable<ConfigInput["workflows"]>[string];
type PhaseInput = Exclude<WorkflowInput["phases"][number], string>;

export const FEATURE: readonly string[] = [...ANALYSIS_PHASES, ...IMPLEMENTATION_PHASES];

/** A phase that writes down that it ran, and leaves an artifact. */
export function logged(key: string, script = "", fields: Partial<PhaseInput> = {}): PhaseInput {
  const log =
    'echo "$VERIFICATION_PHASE" >> .phases; echo done > "$VERIFICATION_ITEM_DIR/$VERIFICATION_PHASE.md"';
  return {
    key,
    run: { command: "sh", args: ["-c", `${log}${script === "" ? "" : `; ${script}`}`] },
    ...fields,
  };
}

/** A repository whose feature workflow has all its phases run by commands, but for those that are given. */
export class FlowRig extends Rig {
  constructor(
    given: {
      readonly phases?: Readonly<Record<string, string | PhaseInput>>;
      readonly config?: ConfigInput;
      readonly git?: boolean;
    } = {},
  ) {
    super(given.git === undefined ? {} : { git: given.git });
    this.write(".gitignore", ".phases\n.verification-cache/\n.verification-baseline.json\n");
    const phases = FEATURE.map((key) => given.phases?.[key] ?? logged(key));
    this.config({ workflows: { feature: { phases } }, ...given.config });
    if (given.git !== false) this.commitAll("first");
  }

  async flow(...args: readonly string[]): Promise<{ status: number | null; stdout: string; stderr: string }> {
    return this.verification(["flow", ...args]);
  }

  /** An item with this record. */
  item(slug: string, meta: Meta | string | null): void {
    const dir = `docs/requirements/${slug}`;
    if (meta !== null)
      this.write(`${dir}/meta.json`, typeof meta === "string" ? meta : JSON.stringify(meta, null, 2));
    else this.write(`${dir}/notes.md`, "notes\n");
  }

  analysed(slug: string, completed: readonly string[] = ANALYSIS_PHASES, more: Meta = {}): void {
    const hash = this.git("rev-parse", "--short", "HEAD").trim();
    this.item(slug, { slug, description: slug, phases_completed: completed, codebase_hash: hash, ...more });
  }

  meta(slug: string): Meta {
    return JSON.parse(readFileSync(join(this.root, "docs/requirements", slug, "meta.json"), "utf8")) as Meta;
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), "utf8");
  }

  has(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  /** The phases that ran, in order; what was left from before is forgotten. */
  ran(): readonly string[] {
    const text = this.has(".phases") ? this.read(".phases") : "";
    rmSync(join(this.root, ".phases"), { force: true });
    return text.split("\n").filter((line) => line !== "");
  }

  async show(slug: string): Promise<Readonly<Record<string, unknown>>> {
    return JSON.parse((await this.flow("show", slug, "--json")).stdout) as Record<string, unknown>;
  }

  state(): { readonly active_workflow: Readonly<Record<string, unknown>> | null; readonly phases: object } {
    return JSON.parse(this.read(".verification/state.json")) as ReturnType<FlowRig["state"]>;
  }

  branch(): string {
    return this.git("symbolic-ref", "--short", "HEAD").trim();
  }

  /** Every byte of the tree and of git's own files. */
  everything(): Readonly<Record<string, string>> {
    return everything(this.root);
  }
}
