import type { ToolConfiguration } from "../../tools/configuration-of.ts";
import { createFieldsAt } from "../../values/fields-at.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Tree } from "../tree.ts";

const CODE = /\.[cm]?[jt]sx?$/;
const FIELDED = /\.json[c5]?$/;
const IMPORTED = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*["'`]$/;
/** Names of unknown fields that suggest that the field loads something. */
const LOADING =
  /extend|plugin|preset|parser|processor|resolver|config|transform|environment|reporter|setup|loader|runner|provider|serializer|rules?dir|require|module(?!s?$)/i;
const COMMENTED = /^\s*(?:\/?\*|\/\/)|\s\/\/\s/;

/**
 * Tells whether a tool may load a package because its settings contain a word. All files of a linked package would then
 * count, so some words are ignored: those in fields that load nothing, in comments, in imports (the graph follows them),
 * names that an alias replaces by known places (the graph knows these too), and names of variables.
 */
export function createMayLoad(
  path: RepoPath,
  text: string,
  { tree, loads }: Pick<ToolConfiguration, "loads"> & { readonly tree: Tree },
): (word: string, offset: number) => boolean {
  const isCode = CODE.test(path);
  if (!isCode && !FIELDED.test(path)) return () => true;
  const fieldsAt = createFieldsAt(text);
  const isFollowed = (specifier: string): boolean =>
    tree.graph
      .references(path)
      .some(
        ({ reference, resolution: { files, outside } }) =>
          reference.type === "import" &&
          reference.specifier === specifier &&
          (reference.typeOnly === true || files.length + outside.length > 0),
      );
  const { aliases = [] } = tree.graph.extraction(path);
  const replaced = new Set(
    aliases.flatMap((rule) => ("find" in rule && rule.places.length > 0 ? [rule.find] : [])),
  );
  return (word, offset) => {
    const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
    if (isCode && (COMMENTED.test(line) || !isText(text, line, offset + word.length))) return false;
    if (isCode && IMPORTED.test(line) && isFollowed(word)) return false;
    const fields = fieldsAt(offset - 1);
    if (replaced.has(keyAt(text, offset))) return false;
    return fields.length === 0 || fields.some((field) => loads(field) || LOADING.test(field));
  };
}

/** Whether a word in code names a field or is part of a string, judged by its line and the template literals before it. */
function isText(text: string, line: string, end: number): boolean {
  const rest = line.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, "");
  if (/["'`]/.test(rest) || /^\s*:/.test(text.slice(end, end + 20))) return true;
  return (text.slice(0, end).split("`").length - 1) % 2 === 1;
}

/** The name of a field at an offset, as it is written; empty if it is something else. */
function keyAt(text: string, offset: number): string {
  const [before = ""] = /[^"'`\n]*$/.exec(text.slice(Math.max(0, offset - 200), offset)) ?? [];
  const [, after] = /^([^"'`\n]*)["']\s*:/.exec(text.slice(offset, offset + 200)) ?? [];
  return after === undefined ? "" : before + after;
}
