import { OWN_SECRETS } from "../../vocabulary/key-variables.ts";

/** The environment of every started program: without what only this one may know. */
export function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // On some systems, letter case does not count in names.
  return Object.fromEntries(Object.entries(env).filter(([name]) => !OWN_SECRETS.has(name.toUpperCase())));
}
