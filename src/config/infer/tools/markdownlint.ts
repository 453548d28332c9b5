import { parse } from "yaml";
import { PRESETS } from "../../presets/presets.ts";
import { toGlobs } from "../file-globs.ts";
import { strings } from "../packages.ts";
import { pathBelow } from "../repository.ts";
import type { KnownTool, ToolUse } from "../scripts/tool-use.ts";

/** Globs in a configuration of markdownlint-cli2. */
function markdownGlobs({ repository, cwd }: ToolUse): readonly string[] {
  const texts = [".markdownlint-cli2.yaml", ".markdownlint-cli2.jsonc"].map((name) =>
    repository.text(pathBelow(cwd, name)),
  );
  return texts.flatMap((text) => {
    try {
      const value = parse(text, { maxAliasCount: 100 }) as { globs?: unknown; ignores?: unknown } | null;
      return [
        ...strings(value?.globs),
        ...strings(value?.ignores).map((glob) => `!${glob.replace(/^!/, "")}`),
      ];
    } catch {
      return [];
    }
  });
}

export const MARKDOWNLINT_CLI2_CALL: KnownTool = {
  role: "lint",
  preset: "markdownlint-cli2",
  grammar: { values: "--config", idle: "--no-globs", edits: "--fix", wide: "--help --format" },
  translate(use, options) {
    const { cwd, repository } = use;
    const given = options.positionals.map(({ text, isPattern }) => ({
      text: text.replace(/^#/, "!"),
      isPattern,
    }));
    const configured = options.given.has("--no-globs") ? [] : markdownGlobs(use);
    const words = [...given, ...configured.map((text) => ({ text, isPattern: false }))];
    if (!words.some(({ text }) => !text.startsWith("!"))) return { why: "it gets no files" };
    const files = toGlobs(words, { cwd, repository, inDirectory: ["*.{md,markdown}"] });
    return "why" in files ? files : { args: [...options.kept, ...PRESETS["markdownlint-cli2"].args], files };
  },
};
