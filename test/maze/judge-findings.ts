import picomatch from "picomatch";
import type { Proof, Reasons } from "./proof.ts";
import type { Findings } from "./try-proof.ts";

/** What differs from what the proof says, in one line each. */
export function judgeFindings(found: Findings, proof: Proof): readonly string[] {
  const { open = {}, unsought = {}, unopened = {}, hurried = {} } = proof;
  const isHurried = matcher(hurried);
  const isListed = matcher(open);
  const globs = Object.keys(open).filter((glob) => !found.open.some((path) => matcher({ [glob]: "" })(path)));
  return [
    ...found.failed,
    ...found.open.filter((path) => !isListed(path) && !isHurried(path)).map((path) => `NOT COVERED: ${path}`),
    ...globs.map((glob) => `covered, or not looked for: ${glob}`),
    ...compare(found.unsought, unsought, "never looked for"),
    ...compare(
      found.unopened.filter((path) => !isHurried(path)),
      unopened,
      "settings that it never opened",
    ),
  ].map((line) => `${proof.tool}: ${line}`);
}

function compare(found: readonly string[], listed: Reasons, what: string): readonly string[] {
  return [
    ...found.filter((one) => !(one in listed)).map((one) => `${what}, and not listed: ${one}`),
    ...Object.keys(listed)
      .filter((one) => !found.includes(one))
      .map((one) => `not one of "${what}" any more: ${one}`),
  ];
}

/** Whether a path or name is among globs. */
export function matcher(reasons: Reasons): (path: string) => boolean {
  const all = Object.keys(reasons).map((glob) => picomatch(glob, { dot: true }));
  return (path) => all.some((matches) => matches(path));
}
