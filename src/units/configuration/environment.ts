import { arch, platform } from "node:process";
import { findShellVariables } from "../../shell/find-shell-variables.ts";
import { ownValue } from "../../values/own-value.ts";
import { shortHash } from "../../values/short-hash.ts";
import type { Check } from "../../vocabulary/check/check.ts";

/**
 * Variables that change what common tools do, whether a check declares them or not: where and in which language they run,
 * what programs preload, and where they find their modules.
 */
const ALWAYS: readonly string[] = [
  ..."CI LANG LANGUAGE LC_ALL LC_COLLATE LC_CTYPE LC_MESSAGES LC_MONETARY LC_NUMERIC LC_TIME TZ".split(" "),
  ..."NODE_ENV NODE_OPTIONS NODE_PATH BASH_ENV ENV LD_LIBRARY_PATH LD_PRELOAD".split(" "),
  ..."PYTHONHOME PYTHONOPTIMIZE PYTHONPATH PYTHONWARNINGS PYTEST_ADDOPTS PERL5LIB RUBYLIB RUBYOPT".split(" "),
  "ESLINT_USE_FLAT_CONFIG",
];

/** Every shell sets these for each command. They say how the command was called, not what it verifies. */
const HOW_CALLED: ReadonlySet<string> = new Set(["_", "OLDPWD", "SHLVL"]);

/**
 * One component for each variable that all verdicts of a check depend on.
 *
 * @param words the command line and what it starts; a shell may find names of other variables in them
 */
export function environmentComponents(
  check: Check,
  env: NodeJS.ProcessEnv,
  words: readonly string[],
): Readonly<Record<string, string>> {
  return {
    platform: `${platform} ${arch}`,
    ...variableComponents(
      [...ALWAYS, ...Object.keys(check.env), ...words.flatMap(findShellVariables)],
      check,
      env,
    ),
  };
}

/** One component for each variable. Values are hashed, because they may be secrets. */
export function variableComponents(
  names: readonly string[],
  check: Pick<Check, "env">,
  env: NodeJS.ProcessEnv,
): Readonly<Record<string, string>> {
  const components: Record<string, string> = {};
  for (const name of [...new Set(names)].sort()) {
    if (HOW_CALLED.has(name) && ownValue(check.env, name) === undefined) continue;
    // An unset variable may have the name of a property that every object inherits.
    const inherited: unknown = env[name];
    const value = ownValue(check.env, name) ?? (typeof inherited === "string" ? inherited : undefined);
    components[`env:${name}`] = value === undefined ? "absent" : `set ${shortHash(value)}`;
  }
  return components;
}
