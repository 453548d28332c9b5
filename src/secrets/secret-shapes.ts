import { isSecret } from "./secret-names.ts";

export const REDACTED = "[redacted]";

type Replace = readonly [RegExp, string | ((...groups: string[]) => string)];

/**
 * Secrets with a recognisable form. Each starts at a word boundary and cannot start again inside itself, so that no
 * text is read twice.
 */
const TOKENS: readonly RegExp[] = [
  /(?<![A-Za-z0-9])gh[oprsu]_[A-Za-z0-9]{30,}/g,
  /(?<![A-Za-z0-9])github_pat_[A-Za-z0-9_]{20,}/g,
  /(?<![A-Za-z0-9])gl(?:pat|rt|dt|cbt|ptt|soat|ft)-[\w-]{20,}/g,
  /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36,}/g,
  /(?<![A-Za-z0-9])pypi-[\w-]{40,}/g,
  /(?<![A-Za-z0-9])A(?:KIA|SIA)[0-9A-Z]{16}(?![A-Za-z0-9])/g,
  /(?<![A-Za-z0-9])AIza[\w-]{35}/g,
  /(?<![A-Za-z0-9])ya29\.[\w-]{20,}/g,
  /(?<![A-Za-z0-9])GOCSPX-[\w-]{20,}/g,
  /(?<![A-Za-z0-9])[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/g,
  /(?<![A-Za-z0-9])whsec_[A-Za-z0-9+/=]{20,}/g,
  /(?<![A-Za-z0-9])(?:hf|dop_v1|sntry[su]|shp(?:at|ca|pa|ss)|dapi|pul|lin_api|figd)_?-?[A-Za-z0-9]{32,}/g,
  /(?<![A-Za-z0-9])SG\.[\w-]{16,64}\.[\w-]{16,}/g,
  /(?<![A-Za-z0-9])xox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  /(?<![A-Za-z0-9])xapp-[A-Za-z0-9-]{20,}/g,
  /(?<![A-Za-z0-9])AGE-SECRET-KEY-1[0-9A-Z]{50,}/g,
  /(?<![\w-])eyJ[\w-]{8,2000}\.eyJ[\w-]{8,9000}\.[\w-]{8,}/g,
];

const QUERY =
  "access_?token|refresh_?token|id_?token|token|api_?key|client_?secret|secret|password|passwd|pwd|jwt";
const WEAK_QUERY = "key|auth|auth_?token|pass|session|session_?id|sid|sig|signature";
const SIGNED = "x-(?:amz|goog|ms)-(?:signature|credential|security-token)";
const HEADERS =
  "x-(?:api-key|auth-token|access-token|csrf-token|amz-security-token|vault-token)|private-token";

const REPLACED: readonly Replace[] = [
  ...TOKENS.map((shape): Replace => [shape, REDACTED]),
  // Words with dashes look similar.
  [/(?<![A-Za-z0-9])sk-[\w-]{20,}/g, (token) => (/\d/.test(token) ? REDACTED : token)],
  [/(hooks\.slack\.com\/services\/)[\w/]{20,}/g, `$1${REDACTED}`],
  [/(discord(?:app)?\.com\/api\/webhooks\/\d{1,30}\/)[\w-]{20,}/g, `$1${REDACTED}`],
  // In an address, between the name and the host, or instead of the name.
  [/(:\/\/[^\s/:@"'<>]{0,100}:)[^\s/"'<>]{1,200}@(?=[^\s/@])/g, `$1${REDACTED}@`],
  [
    /(:\/\/)([\w~.%+-]{12,200})(?=@[^\s/@])/g,
    (all, before, name) => (isTokenName(name as string) ? `${before}${REDACTED}` : all),
  ],
  [new RegExp(`([?&;#](?:${QUERY}|${SIGNED})=)(?![<{$[:*%/])[^\\s&#"'<>;]{6,}`, "gi"), `$1${REDACTED}`],
  [
    new RegExp(`([?&;#](?:${WEAK_QUERY})=)(?![<{$[:*%/])([^\\s&#"'<>;]{6,})`, "gi"),
    (all, before, value) => (/^[A-Za-z]{1,19}$/.test(value as string) ? all : `${before}${REDACTED}`),
  ],
  [
    /((?:proxy-)?authorization["']?\s{0,3}[:=]\s{0,3}["']?(?:bearer|basic|token|digest|apikey)\s{1,3})[^\s"',]{6,}/gi,
    `$1${REDACTED}`,
  ],
  [
    /\b(bearer\s{1,3})([\w.~+/-]{20,}=*)/gi,
    (all, before, token) => (/\d/.test(token as string) ? `${before}${REDACTED}` : all),
  ],
  [
    /\b(basic\s{1,3})([A-Za-z0-9+/]{8,}={0,2})/gi,
    (all, before, token) => (isNameAndPassword(token as string) ? `${before}${REDACTED}` : all),
  ],
  [new RegExp(`\\b((?:${HEADERS})["']?\\s{0,3}:\\s{0,3}["']?)[^\\s"',]{6,}`, "gi"), `$1${REDACTED}`],
  [/\b((?:set-)?cookie:[ \t]{0,3})[\w.%-]{1,64}=[^\r\n"']{6,4000}/gi, `$1${REDACTED}`],
  [/(:_(?:authToken|auth|password)\s?=\s?)[^\s"']{6,}/g, `$1${REDACTED}`],
  [/(;\s?(?:password|pwd|accountkey|sharedaccesskey)=)(?!\/)[^;\s"']{4,}/gi, `$1${REDACTED}`],
  // As `env` prints them, and as in files of variables.
  [
    /^((?:export |set )?[A-Z][A-Z0-9_]{1,80}=)([^\r\n]{6,4000})$/gm,
    (all, before, value) => (isAssigned(before as string, value as string) ? `${before}${REDACTED}` : all),
  ],
];

/** Removes text that looks like a secret. */
export function redactShapes(text: string): string {
  return REPLACED.reduce(
    (rest, [shape, replacement]) => rest.replaceAll(shape, replacement as string),
    redactKeys(text),
  );
}

/** `git` and `first.last` are names of people and programs. */
function isTokenName(name: string): boolean {
  return /\d/.test(name) && /[A-Za-z]/.test(name) ? true : /^[A-Za-z0-9]{24,}$/.test(name);
}

function isAssigned(before: string, value: string): boolean {
  const isPath = /^["']?[./~]/.test(value);
  return !isPath && isSecret(before.slice(before.indexOf(" ") + 1, -1), value);
}

function isNameAndPassword(token: string): boolean {
  return /^[\x20-\x7E]*:[\x20-\x7E]*$/.test(Buffer.from(token, "base64").toString("latin1"));
}

const KEY_BEGINS = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_ENDS = /-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
/** As printed, or as in JSON. */
const KEY_BODY = /(?:[A-Za-z0-9+/=\s]|\\[nr])*/y;

/** Private keys, including one whose end is missing. */
function redactKeys(text: string): string {
  if (!text.includes("PRIVATE KEY")) return text;
  const kept: string[] = [];
  let at = 0;
  for (const { index, 0: begin } of text.matchAll(KEY_BEGINS)) {
    if (index < at) continue;
    kept.push(text.slice(at, index), REDACTED);
    KEY_BODY.lastIndex = index + begin.length;
    KEY_BODY.test(text);
    KEY_ENDS.lastIndex = KEY_BODY.lastIndex;
    at = KEY_ENDS.test(text) ? KEY_ENDS.lastIndex : KEY_BODY.lastIndex;
  }
  kept.push(text.slice(at));
  return kept.join("");
}
