/** What package managers print before anything happens, and what says nothing. */
const NOISE = /^\s*(?:> |npm (?:warn|notice)|yarn run |\$ |[-=*#_~.\s]*$)/i;
const TELLING =
  /\b(?:[A-Z]\w*(?:Error|Exception)|error|fail(?:ed|ure)?|cannot|can't|could not|not found|unexpected|undefined|exception|missing|invalid|fatal|panic)\b/i;
/** What speaks of errors and says that there is none: a count of none, or a test that passed. */
const FINE = /^\s*(?:✓|✔|√|ok\b|pass(?:ed)?\b)|\b(?:0|no|without) (?:errors?|fail(?:ed|ing|ures?)?)\b/i;

/** Whether a line of an output says nothing. */
export function isNoise(line: string): boolean {
  return NOISE.test(line);
}

/** Whether a line of an output says what went wrong. */
export function isTelling(line: string): boolean {
  return TELLING.test(line) && !FINE.test(line) && !NOISE.test(line);
}
