import { createRequire } from "node:module";
import { isolatedDeclarationSync } from "oxc-transform";
import { memo } from "../../values/memo.ts";

type Emit = typeof isolatedDeclarationSync;

/** What says which binary is loaded: then the package decides. */
const CHOICE = /^NAPI_RS_/;
const ENDINGS: Partial<Record<NodeJS.Platform, string>> = { linux: "-gnu", win32: "-msvc" };

/**
 * The declarations of a source. Calls the package's binary: the package itself is a module, for which Node would start its
 * loader of modules, and that takes longer than the declarations of one file.
 */
export const emitDeclarations = (name: string, text: string): ReturnType<Emit> => choose()(name, text, {});

const choose = memo((): Emit => loadBinary() ?? ((...given) => isolatedDeclarationSync(...given)));

/** Undefined if it is not where it usually is; then the package looks everywhere. */
function loadBinary(): Emit | undefined {
  if (Object.keys(process.env).some((name) => CHOICE.test(name))) return undefined;
  try {
    const ofPackage = createRequire(createRequire(import.meta.url).resolve("oxc-transform"));
    const { platform, arch } = process;
    const binary = `@oxc-transform/binding-${platform}-${arch}${ENDINGS[platform] ?? ""}`;
    const { isolatedDeclarationSync: emit } = ofPackage(binary) as { isolatedDeclarationSync?: Emit };
    return typeof emit === "function" ? emit : undefined;
  } catch {
    return undefined;
  }
}
