/** Contains the user's key, instead of the key file, for example in CI. */
export const STORE_KEY_VARIABLE = "VERIFICATION_STORE_KEY";

/** Contains the key that signs bundles of verdicts. */
export const CACHE_KEY_VARIABLE = "VERIFICATION_CACHE_KEY";
/** Contains the token for the server of a shared cache. */
export const CACHE_TOKEN_VARIABLE = "VERIFICATION_CACHE_TOKEN";

/** Contains the password of the queue for workers. */
export const QUEUE_PASSWORD_VARIABLE = "VERIFICATION_QUEUE_PASSWORD";

/** Secrets of this program itself. Anyone who has them can sign verdicts, or write to a shared store. */
export const OWN_SECRETS: ReadonlySet<string> = new Set([
  STORE_KEY_VARIABLE,
  CACHE_KEY_VARIABLE,
  CACHE_TOKEN_VARIABLE,
  QUEUE_PASSWORD_VARIABLE,
]);
