import type { RepoPath } from "../vocabulary/tree/path.ts";
import { type Extraction, type ExtractOptions, PLAIN, unreadReference } from "./extraction.ts";

/** Extracts one language. Loaded when the first file of the language has to be extracted. */
export type ExtractLanguage = (
  text: string,
  extension: string,
  options: ExtractOptions,
) => Extraction | Promise<Extraction>;

const javascript = async (): Promise<ExtractLanguage> =>
  (await import("./languages/javascript.ts")).extractJavascript;
const markdown = async (): Promise<ExtractLanguage> =>
  (await import("./languages/markdown.ts")).extractMarkdown;
const yaml = async (): Promise<ExtractLanguage> => (await import("./languages/yaml.ts")).extractYaml;
const json = async (): Promise<ExtractLanguage> => (await import("./languages/json.ts")).extractJson;
const css = async (): Promise<ExtractLanguage> => (await import("./languages/css.ts")).extractCss;
const vue = async (): Promise<ExtractLanguage> => (await import("./languages/vue.ts")).extractVue;
const svelte = async (): Promise<ExtractLanguage> => (await import("./languages/svelte.ts")).extractSvelte;
const astro = async (): Promise<ExtractLanguage> => (await import("./languages/astro.ts")).extractAstro;
const html = async (): Promise<ExtractLanguage> => (await import("./languages/html.ts")).extractHtml;
const graphql = async (): Promise<ExtractLanguage> => (await import("./languages/graphql.ts")).extractGraphql;
const shell = async (): Promise<ExtractLanguage> => (await import("./languages/shell.ts")).extractShell;
const rc = async (): Promise<ExtractLanguage> => (await import("./languages/rc.ts")).extractRc;
const python = async (): Promise<ExtractLanguage> => (await import("./languages/python.ts")).extractPython;

/** To add a language, add one file in `languages/` and one line here. Longer extensions come first. */
const LANGUAGES: readonly (readonly [extensions: readonly string[], load: () => Promise<ExtractLanguage>])[] =
  [
    [[".d.ts", ".d.mts", ".d.cts"], javascript],
    [[".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", ".jsx"], javascript],
    [[".md", ".markdown"], markdown],
    [[".yml", ".yaml"], yaml],
    [[".json", ".jsonc", ".json5"], json],
    [[".css", ".scss", ".sass", ".less"], css],
    [[".vue"], vue],
    [[".svelte"], svelte],
    [[".astro"], astro],
    [[".html", ".htm"], html],
    [[".graphql", ".gql", ".graphqls"], graphql],
    [[".sh", ".bash", ".zsh", ".ksh", ".dash"], shell],
    [[".py", ".pyi"], python],
    [["(rc)"], rc],
  ];

export const MAX_BYTES = 5 * 1024 * 1024;
const BINARY_PROBE = 8000;
/** If one of these is too large, it is data and no configuration that could name files. */
const DATA = /^(?:\.(?:json[c5]?|ya?ml)|\(rc\))$/;

/** Settings files without an extension. */
const RC = /(?:^|\/)\.(?:prettier|babel|eslint|stylelint|postcss|swc|nyc|markdownlint)rc$/;

/** Lock files name thousands of things, but no file of the repository that is read through them. */
const LOCK_FILE = /(?:^|\/)(?:package-lock|npm-shrinkwrap|pnpm-lock)\.(?:json|ya?ml)$/;

/** The extension that determines a file's language; undefined if the file is not parsed. */
export function extensionOf(path: RepoPath): string | undefined {
  if (LOCK_FILE.test(path)) return undefined;
  if (RC.test(path)) return "(rc)";
  for (const [extensions] of LANGUAGES) {
    const extension = extensions.find((candidate) => path.endsWith(candidate));
    if (extension !== undefined) return extension;
  }
  return undefined;
}

/**
 * Extracts from a file's bytes what it refers to, what others can name in it, and its structure. The result depends
 * only on the extension and the bytes, and broken input never throws.
 */
export async function extract(
  path: RepoPath,
  bytes: Buffer,
  options: ExtractOptions = {},
): Promise<Extraction> {
  const extension = extensionOf(path);
  if (extension === undefined) return PLAIN;
  if (isBinary(bytes)) return unread("it is not text", extension);
  if (bytes.length > MAX_BYTES) return DATA.test(extension) ? PLAIN : unread("it is too large", extension);
  const language = LANGUAGES.find(([extensions]) => extensions.includes(extension));
  if (language === undefined) return PLAIN;
  const extractLanguage = await language[1]();
  const text = bytes.toString("utf8");
  const plain = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const extraction = await extractLanguage(plain, extension, options);
  const mayBeRules = options.referencesOnly !== true && text.includes("eslint");
  return mayBeRules && SETS_RULES.test(text) ? { ...extraction, setsRules: true } : extraction;
}

/** Matches only rules of plugins: the linter's own rules read nothing but the file. */
const SETS_RULES = /(?:\/\*|<!--)\s*eslint\s+(?:(?!\*\/|-->)[\s\S])*?[@\w-]\/[\w-]/;

const UNREADABLE = "it cannot be read";

/** For a file that the system does not let us read. */
export function unreadable(path: string): Extraction {
  return unread(UNREADABLE, path);
}

export function isUnreadable({ references }: Extraction): boolean {
  const { specifier } = unreadReference(UNREADABLE);
  return references.some((reference) => reference.kind === "opaque" && reference.specifier === specifier);
}

/** For a file that we cannot read although we know its language: it may refer to anything and declare anything. */
export function unread(why: string, path: string): Extraction {
  const references = [unreadReference(why)];
  return /\.[mc]?tsx?$/.test(path)
    ? { ...PLAIN, references, ambient: PLAIN.structure }
    : { ...PLAIN, references };
}

export function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, BINARY_PROBE).includes(0);
}
