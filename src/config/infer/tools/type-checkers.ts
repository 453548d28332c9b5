import { posix } from "node:path";
import { PRESETS } from "../../presets/presets.ts";
import { pathBelow } from "../repository.ts";
import type { ReadWords } from "../scripts/read-options.ts";
import type { KnownTool, ToolUse } from "../scripts/tool-use.ts";

/** It always checks the whole project. Only options about output and printing are read from the call. */
export const TSC_CALL: KnownTool = {
  role: "type-check",
  preset: "tsc",
  grammar: {
    flags:
      "--strict --skipLibCheck --noEmitOnError --noUnusedLocals --noUnusedParameters --esModuleInterop --allowJs --checkJs --resolveJsonModule --ignoreConfig --composite --stableTypeOrdering",
    values:
      "-p --project --target --module --moduleResolution --lib --jsx --types --typeRoots --customConditions --rootDir --baseUrl --ignoreDeprecations",
    idle: "--noEmit --pretty --incremental --listFiles --diagnostics --extendedDiagnostics --traceResolution",
    idleValues: "--tsBuildInfoFile",
    wide: "-b --build -w --watch --init --outDir --declaration --emitDeclarationOnly --outFile --showConfig",
  },
  translate(use, options) {
    const { kept, positionals } = options;
    if (positionals.some(({ isPattern }) => isPattern)) return { why: "a shell chooses its files" };
    if (!options.given.has("--noEmit") && !emitsNothing(use, options))
      return { why: "it may write what it compiles", writes: true };
    const files = PRESETS.tsc.files?.[0] ?? "";
    const isVue = use.tool === "vue-tsc" ? { files: [files.replace("}", ",vue}")] } : {};
    return { args: [...kept, ...positionals.map(({ text }) => text), ...PRESETS.tsc.args], ...isVue };
  },
};

/** Whether the configuration, or one that it extends, says so. Packages are not read. */
function emitsNothing({ cwd, repository }: ToolUse, { values }: ReadWords): boolean {
  const named = (values.get("-p") ?? values.get("--project"))?.at(-1) ?? "tsconfig.json";
  const given = posix.normalize(pathBelow(cwd, named));
  let path = repository.isFile(given) ? given : posix.join(given, "tsconfig.json");
  for (let depth = 0; depth < 5; depth++) {
    const text = repository.text(path).replaceAll(/^\s*\/\/.*$/gm, "");
    const noEmit = /"noEmit"\s*:\s*(true|false)/.exec(text)?.[1];
    const base = /"extends"\s*:\s*"(\.[^"]*)"/.exec(text)?.[1];
    if (noEmit !== undefined || base === undefined) return noEmit === "true";
    const next = posix.join(posix.dirname(path), base);
    path = repository.isFile(next) ? next : `${next}.json`;
  }
  return false;
}

export const KNIP_CALL: KnownTool = {
  role: "unused",
  preset: "knip",
  grammar: {
    flags:
      "--production --strict --dependencies --exports --files --include-entry-exports --no-exit-code --no-config-hints",
    values: "--config -c --tsConfig -t --workspace -W --include --exclude --tags",
    idle: "--cache --no-progress --debug --performance",
    idleValues: "--reporter",
    edits: "--fix --fix-type --allow-remove-files --format",
    wide: "--watch --max-issues",
  },
  translate: (_, { kept, positionals }) =>
    positionals.length > 0 ? { why: "it gets files" } : { args: [...kept, ...PRESETS.knip.args] },
};
