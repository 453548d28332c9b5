import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { extensionOf, isBinary, MAX_BYTES } from "../extract.ts";
import type { SyntaxFault } from "../extraction.ts";
import { indexLines } from "../lines.ts";
import type { TextFault } from "./text-fault.ts";

type FindFault = (text: string, path: RepoPath) => TextFault | null;

interface Language {
  readonly extensions: RegExp;
  /** Matches a template that a program fills in: its output may be valid although the text is not. */
  readonly template: RegExp;
  readonly load: () => Promise<FindFault>;
}

const DATA_TEMPLATE = /(?:^|[^$])\{\{|\{%|<%|@@[A-Z_]+@@/;
/** In code, two braces are nothing special. */
const CODE_TEMPLATE = /\{\{[#/^>!~]|\{%|<%|@@[A-Z_]+@@/;

const LANGUAGES: readonly Language[] = [
  {
    extensions: /\.jsonc?$/,
    template: DATA_TEMPLATE,
    load: async () => (await import("./json-fault.ts")).findJsonFault,
  },
  {
    extensions: /\.ya?ml$/,
    template: DATA_TEMPLATE,
    load: async () => (await import("./yaml-fault.ts")).findYamlFault,
  },
  {
    extensions: /\.[mc]?[jt]sx?$/,
    template: CODE_TEMPLATE,
    load: async () => (await import("./javascript-fault.ts")).findJavascriptFault,
  },
];

/**
 * The first place where a file is not what its name says; null if it is valid, or if that is unknown: it is not text,
 * too large, in a language that we do not parse, or a template. Depends only on name and bytes.
 */
export async function findSyntaxFault(path: RepoPath, bytes: Buffer): Promise<SyntaxFault | null> {
  const extension = extensionOf(path);
  const language = LANGUAGES.find(({ extensions }) => extension !== undefined && extensions.test(extension));
  if (language === undefined || isBinary(bytes) || bytes.length > MAX_BYTES) return null;
  const findFault = await language.load();
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  const fault = findFault(text, path);
  if (fault === null || language.template.test(text)) return null;
  const lines = indexLines(text);
  return { message: fault.message, line: lines.lineAt(fault.offset), column: lines.columnAt(fault.offset) };
}
