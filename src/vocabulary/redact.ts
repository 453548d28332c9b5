/** What a variable is called that holds a secret. */
const SECRET_NAME = /TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|KEY/i;
/** A shorter value is too likely to be a word that stands for something else. */
const SHORTEST = 8;

const MARK = "[redacted]";

/**
 * What secrets look like that are handed out in a form of their own. Each begins where a word begins, and cannot begin
 * anew within what it may consist of: so no text is read twice.
 */
const SHAPES: readonly RegExp[] = [
  /(?<![A-Za-z0-9])gh[oprsu]_[A-Za-z0-9]{30,}/g,
  /(?<![A-Za-z0-9])github_pat_[A-Za-z0-9_]{20,}/g,
  /(?<![A-Za-z0-9])glpat-[\w-]{20,}/g,
  /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36,}/g,
  /(?<![A-Za-z0-9])A(?:KIA|SIA)[0-9A-Z]{16}(?![A-Za-z0-9])/g,
  /(?<![A-Za-z0-9])AIza[\w-]{35}/g,
  /(?<![A-Za-z0-9])[rs]k_live_[A-Za-z0-9]{16,}/g,
  /(?<![A-Za-z0-9])sk-[\w-]{20,}/g,
  /(?<![A-Za-z0-9])xox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  /(?<![\w-])eyJ[\w-]{8,2000}\.eyJ[\w-]{8,9000}\.[\w-]{8,}/g,
];
/** In an address, between the name and the host. */
const IN_ADDRESS = /(:\/\/[^\s/:@]{1,100}:)[^\s/@]{1,200}@/g;
const KEY_BEGINS = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/g;
const KEY_ENDS = /-----END [A-Z ]{0,40}PRIVATE KEY-----/y;
/** As it is printed, or as it stands in JSON. */
const KEY_BODY = /(?:[A-Za-z0-9+/=\s]|\\[nr])*/y;

export type Redact = (text: string) => string;

/**
 * Takes secrets out of a text: the values of variables whose names speak of one, and what has the shape of one.
 * The time it takes is linear in the length of the text. `isPath` tells values that only say where something is.
 */
export function createRedact(
  env: Readonly<Record<string, string | undefined>>,
  isPath: (value: string) => boolean,
): Redact {
  const values = Object.entries(env).flatMap(([name, value = ""]) =>
    SECRET_NAME.test(name) && value.trim().length >= SHORTEST && !isPath(value.trim()) ? [value.trim()] : [],
  );
  // A value that is part of another one would leave the rest of it.
  const secrets = [...new Set(values)].sort((one, other) => other.length - one.length);
  return (text) => {
    const known = secrets.reduce((rest, secret) => rest.replaceAll(secret, MARK), text);
    const shaped = SHAPES.reduce((rest, shape) => rest.replaceAll(shape, MARK), redactKeys(known));
    return shaped.replaceAll(IN_ADDRESS, `$1${MARK}@`);
  };
}

/** Private keys, also one whose end is missing. */
function redactKeys(text: string): string {
  if (!text.includes("PRIVATE KEY-----")) return text;
  const kept: string[] = [];
  let at = 0;
  for (const { index, 0: begin } of text.matchAll(KEY_BEGINS)) {
    if (index < at) continue;
    kept.push(text.slice(at, index), MARK);
    KEY_BODY.lastIndex = index + begin.length;
    KEY_BODY.test(text);
    KEY_ENDS.lastIndex = KEY_BODY.lastIndex;
    at = KEY_ENDS.test(text) ? KEY_ENDS.lastIndex : KEY_BODY.lastIndex;
  }
  kept.push(text.slice(at));
  return kept.join("");
}
