/** Words that speak of a secret wherever they are in the name of a variable. */
const STRONG = new RegExp(
  [
    "TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PASSCODE|CREDENTIAL|COOKIE|SIGNATURE|BEARER",
    "SESSION_?ID|CONN(?:ECTION)?_?STR(?:ING)?",
    "(?:API|ACCESS|AUTH|SECRET|PRIVATE|SIGNING|ENCRYPTION|STORE|CACHE)_?KEY",
    "(?<!BY|COM)PASS$|PWD$|(?<![A-Z])(?:PASS|PWD|DSN|CREDS|JWT|PAT)(?![A-Z])",
  ].join("|"),
  "i",
);
/** Words that may: then it depends on the value. */
const WEAK = /KEY|(?<![A-Z])(?:SESSION|PRIVATE|AUTH|SIG|SID|OTP|WEBHOOK)(?![A-Z])/i;
/** What systems, shells and terminals set. */
const HARMLESS = new RegExp(
  `^(?:${[
    "(?:OLD)?PWD|SSH_AUTH_SOCK|GIT_CONFIG_KEY_\\d+|GNOME_KEYRING_\\w+|KEYBOARD\\w*",
    "SESSION_MANAGER|SESSIONNAME|SECURITYSESSIONID|(?:DESKTOP_|GDM|WT_)SESSION|(?:TERM|ITERM)_SESSION_ID",
    "(?:XDG|DBUS)_SESSION_\\w+",
  ].join("|")})$`,
  "i",
);
/** An address as a whole is no secret; what is in it may be. */
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;
const HOLDS_ADDRESS = /(?:UR[IL]|ENDPOINT|HOST|ISSUER|ORIGIN)S?$/i;
const IS_ADDRESS_SECRET = /DSN|CONN(?:ECTION)?_?STR|WEBHOOK/i;
/** A word, a number, or a switch. */
const ORDINARY = /^(?:[A-Za-z]{1,19}|\d+(?:\.\d+)*)$/;
/** A shorter value is too likely to be a word that stands for something else; one that is hardly a word may be shorter. */
const SHORTEST = 8;
const MIXED = /^(?=.*[A-Za-z])(?=.*[^A-Za-z]).{6,}$/s;

/** Whether the value of a variable is a secret, by what the variable is called and what the value looks like. */
export function isSecret(name: string, value: string): boolean {
  const text = value.trim();
  const isStrong = STRONG.test(name);
  if (HARMLESS.test(name) || (!isStrong && !WEAK.test(name))) return false;
  if (text.length < SHORTEST && !MIXED.test(text)) return false;
  if (ADDRESS.test(text)) return IS_ADDRESS_SECRET.test(name) || (isStrong && !HOLDS_ADDRESS.test(name));
  return isStrong || !ORDINARY.test(text);
}

/** Bits per character, from which on a text is hardly made of words. */
const RANDOM = 3.5;

/** Whether a value looks as if it was drawn by lot. Hashes and ids of things that are known are to be read. */
export function isRandom(value: string): boolean {
  const text = value.trim();
  if (!/^[\w+=.~-]{20,4096}$/.test(text) || /^[\dA-Fa-f-]+$/.test(text)) return false;
  if (!/\d/.test(text) || !/[A-Za-z]/.test(text) || /^sha\d+-/.test(text)) return false;
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  const shares = [...counts.values()].map((count) => count / text.length);
  return -shares.reduce((sum, share) => sum + share * Math.log2(share), 0) >= RANDOM;
}
