/** Secrets of this program itself. Whoever has them can sign verdicts, or write to a shared store. */
const OWN_SECRETS: ReadonlySet<string> = new Set([
  "VERIFICATION_STORE_KEY",
  "VERIFICATION_CACHE_KEY",
  "VERIFICATION_CACHE_TOKEN",
]);

/** The environment that a program is started with, whichever it is: never with what only this one may know. */
export function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // On some systems a name is the same in any case.
  return Object.fromEntries(Object.entries(env).filter(([name]) => !OWN_SECRETS.has(name.toUpperCase())));
}
