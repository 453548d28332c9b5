/** What package managers print before anything happens, and lines without content. */
const NOISE = /^\s*(?:> |npm (?:warn|notice)|yarn run |\$ |[-=*#_~.\s]*$)/i;
const TELLING =
  /\b(?:[A-Z]\w*(?:Error|Exception)|error|fail(?:ed|ure)?|cannot|can't|could not|not found|unexpected|undefined|exception|missing|invalid|fatal|panic)\b/i;
/** Lines that mention errors but report none: a count of zero, or a test that passed. */
const FINE = /^\s*(?:✓|✔|√|ok\b|pass(?:ed)?\b)|\b(?:0|no|without) (?:errors?|fail(?:ed|ing|ures?)?)\b/i;

/** Whether a line of output says nothing. */
export function isNoise(line: string): boolean {
  return NOISE.test(line);
}

/** Whether a line of output says what went wrong. */
export function isTelling(line: string): boolean {
  return TELLING.test(line) && !FINE.test(line) && !NOISE.test(line);
}
