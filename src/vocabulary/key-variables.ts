/** Holds the user's key in place of the key file, such as in CI. */
export const STORE_KEY_VARIABLE = "VERIFICATION_STORE_KEY";

/**
 * The environment of anything that is started, without the variables that hold keys: what a repository runs has no
 * business with them. Capital letters, because some systems do not tell them from small ones.
 */
export function withoutKeys(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => name.toUpperCase() !== STORE_KEY_VARIABLE),
  );
}
