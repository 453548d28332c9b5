import { existsSync } from "node:fs";
import { join } from "node:path";
import { createOwn, replaceOwn } from "../../system/own/own-file.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { Result } from "../../vocabulary/failure.ts";
import { formatCommand } from "../../wording/format-command.ts";
import { brokenManifest } from "../broken-manifest.ts";
import { CONFIG_FILES, discoverConfig } from "../discover.ts";
import { inferChecks } from "../infer/infer.ts";
import { findRoot } from "../root.ts";
import { WRITE_ONE } from "./example.ts";
import { renderConfig } from "./render-config.ts";

export interface WrittenConfig {
  /** Relative to the repository root. */
  readonly file: string;
  readonly text: string;
  readonly checks: readonly string[];
}

/** Writes `.verification.yml` from what the repository has. Never changes an existing configuration unless forced. */
export async function init(options: {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly force?: boolean;
  /** How the user calls the command: the file says how to run its checks. */
  readonly program?: readonly string[];
}): Promise<Result<WrittenConfig>> {
  const root = findRoot(options.cwd).path;
  const [file] = CONFIG_FILES;
  const existing = discoverConfig(root);
  if (!existing.ok) return existing;
  const isOtherFile = existing.value !== null && existing.value.file !== file;
  if (existing.value !== null && (isOtherFile || options.force !== true)) {
    return fail({
      kind: "file-exists",
      message: "There is already a configuration, so nothing was written.",
      at: { file: existing.value.file },
      hint: isOtherFile ? "Remove it first: only one configuration is read." : "Use --force to replace it.",
    });
  }
  const broken = brokenManifest(root);
  if (broken.length > 0) return fail(...broken);
  const inference = await inferChecks(root, options.env ?? process.env);
  const { checks } = inference;
  if (checks.length === 0) {
    const missing = existsSync(join(root, "package.json"))
      ? "package.json has no known script or tool"
      : "there is no package.json";
    return fail({
      kind: "nothing-to-verify",
      message: `No check could be inferred: ${missing}.`,
      hint: WRITE_ONE,
    });
  }
  const text = renderConfig(inference, formatCommand(options.program ?? ["npx", "verification"]));
  const written = (options.force === true ? replaceOwn : createOwn)({ base: root, path: file }, text);
  if (written !== "written") {
    const reason = written === "exists" ? "it exists now" : written.reason;
    return fail({
      kind: "file-exists",
      message: `The configuration cannot be written (${reason}).`,
      at: { file },
    });
  }
  return succeed({ file, text, checks: checks.map(({ fields }) => fields.name) });
}
