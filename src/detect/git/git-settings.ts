/** The settings that decide whether git's blob ids match the bytes on disk. */
export interface GitSettings {
  /** `core.autocrlf` is on: every file without attributes may be converted. */
  readonly convertsByDefault: boolean;
  /** `core.symlinks` is off: git writes a link as a file with the link's text in it. */
  readonly linksAreFiles: boolean;
  readonly algorithm: "sha1" | "sha256";
  /** `core.worktree` is set: the tree may not be where `.git` is. */
  readonly treeElsewhere: boolean;
  /** `core.attributesFile` is set: attributes come from a file that can be anywhere. */
  readonly attributesElsewhere: boolean;
  /** `core.excludesFile`: one more file with ignore rules; null if it is the default one. */
  readonly excludesFile: string | null;
}

/** The pattern for `git config --get-regexp` that finds what `parseGitSettings` reads. */
export const SETTINGS_PATTERN =
  "^(core\\.(attributesfile|autocrlf|excludesfile|symlinks|worktree)|extensions\\.objectformat)$";

/** A settings file without any of these words sets none of them. */
export const SETTINGS_WORDS = /attributesfile|autocrlf|excludesfile|symlinks|worktree|objectformat/;

/** The same for anything that says where attributes come from. */
export const ATTRIBUTE_WORD = /attr/;

/**
 * Reads `git config -z --get-regexp`: `name
 * value\0`, and `name\0` for a setting that is on without a value.
 */
export function parseGitSettings(output: Buffer): GitSettings {
  const values = new Map<string, string>();
  for (const record of output.toString("utf8").split("\0")) {
    const [name = "", ...value] = record.split("\n");
    values.set(name, record.includes("\n") ? value.join("\n") : "true");
  }
  return {
    convertsByDefault: isOn(values.get("core.autocrlf") ?? "false"),
    linksAreFiles: !isOn(values.get("core.symlinks") ?? "true"),
    algorithm: values.get("extensions.objectformat") === "sha256" ? "sha256" : "sha1",
    treeElsewhere: values.has("core.worktree"),
    attributesElsewhere: values.has("core.attributesfile"),
    excludesFile: values.get("core.excludesfile") ?? null,
  };
}

function isOn(value: string): boolean {
  return !["false", "no", "off", "0", ""].includes(value.toLowerCase());
}
