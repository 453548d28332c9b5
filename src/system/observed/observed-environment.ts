/** Which variables were read, with their values; undefined for one that was not set. */
export type SeenVariables = ReadonlyMap<string, string | undefined>;

/** The name that stands for reading the names of all variables. */
export const ALL_NAMES = "*";

/** Change with every command of a shell, and say nothing about what is started. */
const BOOKKEEPING = new Set(["_", "OLDPWD", "PWD", "SHLVL"]);

/** An environment that notes what is read. */
export function observeEnvironment(env: NodeJS.ProcessEnv): {
  readonly env: NodeJS.ProcessEnv;
  readonly seen: SeenVariables;
} {
  const seen = new Map<string, string | undefined>();
  const look = (name: string | symbol): void => {
    if (typeof name === "string") seen.set(name, seeVariable(env, name));
  };
  return {
    seen,
    env: new Proxy(env, {
      get: (target, name) => (look(name), Reflect.get(target, name) as unknown),
      has: (target, name) => (look(name), Reflect.has(target, name)),
      ownKeys: (target) => (seen.set(ALL_NAMES, allNames(env)), Reflect.ownKeys(target)),
    }),
  };
}

/** What `seen` would contain for a name in this environment. */
export function seeVariable(env: NodeJS.ProcessEnv, name: string): string | undefined {
  if (name === ALL_NAMES) return allNames(env);
  const value: unknown = env[name];
  // What every object inherits, such as `constructor`, is not a variable.
  return typeof value === "string" ? value : undefined;
}

function allNames(env: NodeJS.ProcessEnv): string {
  return Object.keys(env)
    .filter((name) => !BOOKKEEPING.has(name))
    .sort()
    .join(" ");
}
