import { OWN_SECRETS } from "../../vocabulary/key-variables.ts";

/** The environment that a program is started with, whichever it is: never with what only this one may know. */
export function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // On some systems a name is the same in any case.
  return Object.fromEntries(Object.entries(env).filter(([name]) => !OWN_SECRETS.has(name.toUpperCase())));
}
