/** Words that mean a secret anywhere in the name of a variable. */
const STRONG = new RegExp(
  [
    "TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PASSCODE|CREDENTIAL|COOKIE|SIGNATURE|BEARER",
    "SESSION_?ID|CONN(?:ECTION)?_?STR(?:ING)?",
    "(?:API|ACCESS|AUTH|SECRET|PRIVATE|SIGNING|ENCRYPTION|STORE|CACHE)_?KEY",
    "(?<!BY|COM)PASS$|PWD$|(?<![A-Z])(?:PASS|PWD|DSN|CREDS|JWT|PAT)(?![A-Z])",
  ].join("|"),
  "i",
);
/** Words that may mean a secret: then it depends on the value. */
const WEAK = /KEY|(?<![A-Z])(?:SESSION|PRIVATE|AUTH|SIG|SID|OTP|WEBHOOK)(?![A-Z])/i;
/** Variables of systems, shells and terminals. */
const HARMLESS = new RegExp(
  `^(?:${[
    "(?:OLD)?PWD|SSH_AUTH_SOCK|GIT_CONFIG_KEY_\\d+|GNOME_KEYRING_\\w+|KEYBOARD\\w*",
    "SESSION_MANAGER|SESSIONNAME|SECURITYSESSIONID|(?:DESKTOP_|GDM|WT_)SESSION|(?:TERM|ITERM)_SESSION_ID",
    "(?:XDG|DBUS)_SESSION_\\w+",
  ].join("|")})$`,
  "i",
);
/** An address is not a secret, but something in it may be. */
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;
const HOLDS_ADDRESS = /(?:UR[IL]|ENDPOINT|HOST|ISSUER|ORIGIN)S?$/i;
const IS_ADDRESS_SECRET = /DSN|CONN(?:ECTION)?_?STR|WEBHOOK/i;
/** A word, a number, or a switch. */
const ORDINARY = /^(?:[A-Za-z]{1,19}|\d+(?:\.\d+)*)$/;
/** A shorter value is too likely to be an ordinary word; one that looks random may be shorter. */
const SHORTEST = 8;
const MIXED = /^(?=.*[A-Za-z])(?=.*[^A-Za-z]).{6,}$/s;

/** Whether the value of a variable is a secret, by the name of the variable and the look of the value. */
export function isSecret(name: string, value: string): boolean {
  const text = value.trim();
  const isStrong = STRONG.test(name);
  if (HARMLESS.test(name) || (!isStrong && !WEAK.test(name))) return false;
  if (text.length < SHORTEST && !MIXED.test(text)) return false;
  if (ADDRESS.test(text)) return IS_ADDRESS_SECRET.test(name) || (isStrong && !HOLDS_ADDRESS.test(name));
  return isStrong || !ORDINARY.test(text);
}

/** Bits per character above which a text hardly consists of words. */
const RANDOM = 3.5;

/** Whether a value looks random. Hashes and known ids stay readable. */
export function isRandom(value: string): boolean {
  const text = value.trim();
  if (!/^[\w+=.~-]{20,4096}$/.test(text) || /^[\dA-Fa-f-]+$/.test(text)) return false;
  if (!/\d/.test(text) || !/[A-Za-z]/.test(text) || /^sha\d+-/.test(text)) return false;
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  const shares = [...counts.values()].map((count) => count / text.length);
  return -shares.reduce((sum, share) => sum + share * Math.log2(share), 0) >= RANDOM;
}
