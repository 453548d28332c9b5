import { isOwnId, rawFindingId, repeatFindingId } from "../../checks/finding-id.ts";
import { groupBy } from "../../values/group-by.ts";
import { type Finding, GRAVITY } from "../../vocabulary/verdict/finding.ts";
import { boundText } from "./bounded-output.ts";
import { MAX_RAW_LENGTH } from "./findings.ts";

/**
 * Merges what all commands of a check found with the findings of its cached verdicts. The same finding in the same
 * place counts once, however many commands report it. Equal findings are numbered by their places, so that nothing
 * depends on which files were given to which command.
 */
export function mergeFindings(findings: readonly Finding[]): readonly Finding[] {
  const merged = new Map<string, Finding>();
  for (const finding of findings) {
    const key = keyOf(finding);
    const known = merged.get(key);
    merged.set(key, known === undefined ? finding : join(known, finding));
  }
  const all = [...merged.values()];
  const ids = new Map<Finding, string>();
  for (const alike of groupBy(all, ({ id }) => id).values())
    [...alike]
      .sort(comparePlaces)
      .forEach((finding, at) => ids.set(finding, repeatFindingId(finding.id, at)));
  return all.map((finding) => ({ ...finding, id: ids.get(finding) ?? finding.id }));
}

/** A finding made from the raw output of a command is one finding for all commands. */
function keyOf({ id, check, file, line, column, code, message, raw }: Finding): string {
  if (id === rawFindingId(check)) return id;
  // Files outside the repository may differ only there.
  const place = file ?? `\0${raw}`;
  return JSON.stringify([isOwnId(id) ? "" : id, place, line, column, code, message]);
}

function join(one: Finding, other: Finding): Finding {
  if (one.id !== rawFindingId(one.check))
    return GRAVITY[other.severity] < GRAVITY[one.severity] ? other : one;
  const why = other.message.replace(`${other.check}: `, "");
  const message = one.message.includes(why) ? one.message : `${one.message}; ${why}`;
  return { ...one, message, raw: boundText(`${one.raw}\n${other.raw}`, MAX_RAW_LENGTH) };
}

function comparePlaces(one: Finding, other: Finding): number {
  return (
    (one.line ?? 0) - (other.line ?? 0) ||
    (one.column ?? 0) - (other.column ?? 0) ||
    (one.message < other.message ? -1 : 1)
  );
}
