import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { parseJson } from "../data/parse-json.ts";
import type { TextFault } from "./text-fault.ts";

/** Files whose readers allow comments and trailing commas. */
const WITH_COMMENTS =
  /\.jsonc$|(?:^|\/)\.(?:vscode|devcontainer|zed|config|github)\/|(?:^|\/)\.[^/]*$|(?:^|\/)(?:[^/]*config[^/]*|deno|biome|turbo|nx|rush|tslint|typedoc|knip|api-extractor[^/]*|devcontainer|cspell|renovate|wrangler|angular|project|settings|tasks|launch|keybindings|extensions|language-configuration|[^/]*\.code-[^/]*)\.json$/;
/** A file that starts with a comment has a reader that allows it. */
const BEGINS_WITH_COMMENT = /^\s*\/[/*]/;

export function findJsonFault(text: string, path: RepoPath): TextFault | null {
  const strict = !WITH_COMMENTS.test(path) && !BEGINS_WITH_COMMENT.test(text);
  const parsed = parseJson(text, { strict });
  return parsed.ok ? null : { message: parsed.message, offset: parsed.offset };
}
