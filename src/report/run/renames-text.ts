import { groupBy } from "../../values/group-by.ts";
import type { RenamedPath } from "../../vocabulary/run/verification-result.ts";
import { formatSimilarity } from "../../wording/explain.ts";
import { plural } from "../format.ts";

const VERBS = {
  "directory-move": "moved",
  "rename-in-place": "renamed",
  "move-and-rename": "moved and renamed",
} as const;

/** From this many files on, files that moved together are one line. */
const FOLDED = 3;

/** One line for each renamed file, and one for all files that moved from one directory to another. */
export function renderRenames(renamed: readonly RenamedPath[]): readonly string[] {
  const groups = groupBy(renamed, (rename) =>
    rename.moveType === "directory-move" ? directoriesOf(rename) : rename.currentPath,
  );
  return [...groups].flatMap(([directories, group]) =>
    group.length < FOLDED
      ? group.map(renderRename)
      : [`${directories} (${plural(group.length, "file")}${countEdited(group)})`],
  );
}

function renderRename({ previousPath, currentPath, similarity, moveType }: RenamedPath): string {
  return `${previousPath} → ${currentPath} (${VERBS[moveType]}, ${formatSimilarity(similarity)})`;
}

function countEdited(group: readonly RenamedPath[]): string {
  const edited = group.filter(({ similarity }) => similarity < 1).length;
  return edited === 0 ? "" : `, ${edited} of them edited`;
}

/** The two directories that differ, without the common end of both paths. */
function directoriesOf({ previousPath, currentPath }: RenamedPath): string {
  const [before, after] = [previousPath.split("/"), currentPath.split("/")];
  while (before.length > 0 && after.length > 0 && before.at(-1) === after.at(-1)) {
    before.pop();
    after.pop();
  }
  return `${formatDirectory(before)} → ${formatDirectory(after)}`;
}

function formatDirectory(names: readonly string[]): string {
  return names.length === 0 ? "./" : `${names.join("/")}/`;
}
