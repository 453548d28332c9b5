/** Holds the user's key in place of the key file, such as in CI. */
export const STORE_KEY_VARIABLE = "VERIFICATION_STORE_KEY";

/** Holds the key that bundles of verdicts are signed with. */
export const CACHE_KEY_VARIABLE = "VERIFICATION_CACHE_KEY";
/** Holds what the server of a shared cache asks for. */
export const CACHE_TOKEN_VARIABLE = "VERIFICATION_CACHE_TOKEN";

/** Holds the password of the queue that commands are sent through. */
export const QUEUE_PASSWORD_VARIABLE = "VERIFICATION_QUEUE_PASSWORD";

/** Secrets of this program itself. Anyone who has them can sign verdicts, or write to a shared store. */
export const OWN_SECRETS: ReadonlySet<string> = new Set([
  STORE_KEY_VARIABLE,
  CACHE_KEY_VARIABLE,
  CACHE_TOKEN_VARIABLE,
  QUEUE_PASSWORD_VARIABLE,
]);
