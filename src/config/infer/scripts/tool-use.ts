import { join } from "node:path";
import { LONGEST_GLOB } from "../../../paths/glob.ts";
import { isThere } from "../../../system/observed/observed-files.ts";
import type { PresetName } from "../../../vocabulary/check/preset.ts";
import { PRESETS } from "../../presets/presets.ts";
import type { CheckInput } from "../../schema/schema.ts";
import type { InferenceSource } from "../repository.ts";
import { type Grammar, type ReadWords, readScriptOptions } from "./read-options.ts";
import type { Unwrapped } from "./unwrap.ts";

/** The purpose of a tool, which becomes the name of its check. */
export type Role = "type-check" | "lint" | "format" | "test" | "unused" | "build";

/** A tool as a script uses it. */
export interface ToolUse extends Unwrapped {
  /** From the root of the repository. */
  readonly cwd: string;
  readonly repository: InferenceSource;
}

/** The fields of a check, or why it must stay about the whole project. */
export type Translation =
  | {
      readonly type: "check";
      readonly fields: Omit<CheckInput, "name">;
      /** Whether the script edits files while the check only checks them. */
      readonly isEditing: boolean;
      readonly note: string | null;
    }
  | { readonly type: "wide"; readonly why: string; readonly isEditing: boolean; readonly writes: boolean };

/** A known tool: how its options are read, and what follows from the rest. */
export interface KnownTool {
  readonly role: Role;
  readonly preset: PresetName;
  readonly grammar: Grammar;
  translate(use: ToolUse, options: ReadWords): Drafted | Wide;
}

/** The arguments that replace those of the preset, and the files that they are about. */
export interface Drafted {
  /** Without `{files}` if the preset has none. */
  readonly args: readonly string[];
  readonly files?: readonly string[];
  /** The installed version of the tool cannot say which files it takes. */
  readonly isMute?: boolean;
  readonly note?: string;
  /** Replaces the preset's. */
  readonly follow?: CheckInput["follow"];
}

export interface Wide {
  readonly why: string;
  /** Whether it makes something that later commands may use. */
  readonly writes?: true;
}

/** Text that can never be a path below the root. */
const OUTSIDE = /(?:^!?|\/)(?:\.\.(?:\/|$)|\/)/;

export function translateTool(known: KnownTool, use: ToolUse): Translation {
  const options = readScriptOptions(use.args, known.grammar);
  if ("why" in options)
    return { type: "wide", why: options.why, isEditing: options.isEditing, writes: false };
  const drafted = known.translate(use, options);
  if ("why" in drafted)
    return { type: "wide", why: drafted.why, isEditing: options.isEditing, writes: drafted.writes === true };
  const { args, files, isMute, note, follow } = drafted;
  const outside = files?.find((glob) => OUTSIDE.test(glob) || glob.length > LONGEST_GLOB);
  if (outside !== undefined)
    return {
      type: "wide",
      why: "it looks outside the repository",
      isEditing: options.isEditing,
      writes: false,
    };
  const preset = PRESETS[known.preset];
  // Without node_modules, only yarn finds installed packages.
  const isPlugged = use.command.length === 1 && isThere(join(use.repository.root, ".pnp.cjs"));
  const [command, ...prefix] = isPlugged ? (["yarn", "run", ...use.command] as const) : use.command;
  const isUsual = command === preset.command && prefix.length === 0;
  const isPresets = isMute !== true && files?.join("\0") === preset.files?.join("\0");
  const isSame = isUsual && args.join("\0") === preset.args.join("\0");
  const fields = {
    uses: known.preset,
    ...(isUsual ? {} : { command }),
    ...(isSame ? {} : { args: [...prefix, ...args] }),
    ...(use.cwd === "." ? {} : { cwd: use.cwd }),
    ...(Object.keys(use.env).length === 0 ? {} : { env: { ...use.env } }),
    ...(files === undefined || isPresets ? {} : { files: [...files] }),
    ...(follow === undefined ? {} : { follow }),
  };
  return { type: "check", fields, isEditing: options.isEditing, note: note ?? null };
}
