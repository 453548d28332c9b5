/** Holds the user's key in place of the key file, such as in CI. */
export const STORE_KEY_VARIABLE = "VERIFICATION_STORE_KEY";

/** Secrets of this program itself. Whoever has them can sign verdicts, or write to a shared store. */
export const OWN_SECRETS: ReadonlySet<string> = new Set([
  STORE_KEY_VARIABLE,
  "VERIFICATION_CACHE_KEY",
  "VERIFICATION_CACHE_TOKEN",
]);
