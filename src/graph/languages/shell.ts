import { type Extraction, PLAIN, type Reference } from "../extraction.ts";
import { findStringPaths } from "../javascript/reaching/string-paths.ts";
import { indexLines } from "../lines.ts";
import { findShellVariables } from "../../shell/find-shell-variables.ts";
import { wordReferences } from "../references/shell-words.ts";
import { splitCommands } from "../../shell/shell-commands.ts";

/** The directory of the script itself, in the ways that scripts write it. */
const HERE =
  /\$\([ \t]*dirname[ \t]+(?:--[ \t]+)?"?\$(?:0|\{0\}|BASH_SOURCE|\{BASH_SOURCE(?:\[0\])?\})"?[ \t]*\)|\$\{(?:0|BASH_SOURCE(?:\[0\])?)%\/\*\}/g;
const ENTERED =
  /\$\([ \t]*(?:CDPATH=[ \t]+)?cd[ \t]+(?:-P[ \t]+)?(?:--[ \t]+)?"?(\.[./\w-]*)"?[ \t]*(?:>[ \t]*\/dev\/null[ \t]+(?:2>&1[ \t]+)?)?&&[ \t]*pwd(?:[ \t]+-P)?[ \t]*\)/g;

/**
 * Shell scripts: what they source and start, and the files that their words name. A script that starts something
 * unknown may depend on anything.
 */
export function extractShell(text: string): Extraction {
  const lines = indexLines(text);
  // The matches contain no line break, so replacing them keeps all line numbers.
  const plain = text.replace(HERE, ".").replace(ENTERED, "$1");
  const written = indexLines(plain);
  const { commands, isComplete } = splitCommands(plain);
  const references: Reference[] = wordReferences(commands, (offset) => written.lineAt(offset));
  if (!isComplete) references.push(opaque("(it cannot be read to its end)", 1));
  const known = new Set(references.map((one) => one.specifier));
  references.push(...findStringPaths(text, { lines, known }));
  const variables = findShellVariables(text);
  return { ...PLAIN, references, ...(variables.length > 0 ? { variables } : {}) };
}

function opaque(specifier: string, line: number): Reference {
  return { kind: "opaque", specifier, type: "reference", strength: "strong", line };
}
