import type { RepoPath } from "../vocabulary/tree/path.ts";
import { detach } from "./detach.ts";
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

/** A new language is one file in `languages/` and one line here. Longer extensions come first. */
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
/** What is too large here is data, and no configuration that could name files. */
const DATA = /^(?:\.(?:json[c5]?|ya?ml)|\(rc\))$/;

/** Settings that have no extension. */
const RC = /(?:^|\/)\.(?:prettier|babel|eslint|stylelint|postcss|swc|nyc|markdownlint)rc$/;

/** Lock files name thousands of things, none of them a file of the repository that is read through them. */
const LOCK_FILE = /(?:^|\/)(?:package-lock|npm-shrinkwrap|pnpm-lock)\.(?:json|ya?ml)$/;

/** The extension that says which language a file is in; undefined for a file that is not looked into. */
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
 * Reads from a file's bytes what it refers to, what others can name in it, and its structure. The answer depends
 * on the extension and the bytes alone, and broken input never throws.
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
  const extraction = detach(await extractLanguage(plain, extension, options));
  const mayBeRules = options.referencesOnly !== true && text.includes("eslint");
  return mayBeRules && SETS_RULES.test(text) ? { ...extraction, setsRules: true } : extraction;
}

/** Rules of plugins: the linter's own look at the file alone. */
const SETS_RULES = /(?:\/\*|<!--)\s*eslint\s+(?:(?!\*\/|-->)[\s\S])*?[@\w-]\/[\w-]/;

const UNREADABLE = "it cannot be read";

/** Of a file that the system does not let us read. */
export function unreadable(path: string): Extraction {
  return unread(UNREADABLE, path);
}

export function isUnreadable({ references }: Extraction): boolean {
  const { specifier } = unreadReference(UNREADABLE);
  return references.some((reference) => reference.kind === "opaque" && reference.specifier === specifier);
}

/** Of a file that cannot be read although its language can: it may refer to anything, and declare anything. */
export function unread(why: string, path: string): Extraction {
  const references = [unreadReference(why)];
  return /\.[mc]?tsx?$/.test(path)
    ? { ...PLAIN, references, ambient: PLAIN.structure }
    : { ...PLAIN, references };
}

export function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, BINARY_PROBE).includes(0);
}
