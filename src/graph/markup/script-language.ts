const CODE = /^(?:module|(?:text|application)\/(?:java|ecma)script|(?:text|application)\/x-javascript|)$/i;
const TYPED = /^(?:text|application)\/(?:x-)?typescript$/i;
const BY_NAME: Readonly<Record<string, string>> = {
  js: ".js",
  javascript: ".js",
  jsx: ".jsx",
  ts: ".ts",
  typescript: ".ts",
  tsx: ".tsx",
};

/** The file extension of a script's language; null if we do not parse that language, undefined if it is not code. */
export function scriptExtension(attributes: ReadonlyMap<string, string>): string | null | undefined {
  const name = attributes.get("lang");
  if (name !== undefined) return Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : null;
  const type = attributes.get("type") ?? "";
  if (CODE.test(type)) return ".js";
  if (TYPED.test(type)) return ".ts";
  if (/^text\/(?:babel|jsx)$/i.test(type)) return ".jsx";
  // Data and templates. The strings in them are searched with the rest of the document.
  return undefined;
}
