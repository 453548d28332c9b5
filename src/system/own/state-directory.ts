import { isAbsolute, join } from "node:path";

const NAME = "incremental-verification";

/** The platform's directory for the state of programs; null if unknown. */
export function stateDirectory(env: NodeJS.ProcessEnv): string | null {
  const base = baseDirectory(env, homeOf(env));
  return base === null ? null : join(base, NAME);
}

function baseDirectory(env: NodeJS.ProcessEnv, home: string | null): string | null {
  const below = (...names: readonly string[]): string | null => (home === null ? null : join(home, ...names));
  const given = (name: string): string | null => {
    const path = env[name] ?? "";
    return isAbsolute(path) ? path : null;
  };
  if (process.platform === "win32") return given("LOCALAPPDATA") ?? below("AppData", "Local");
  if (process.platform === "darwin") return below("Library", "Application Support");
  return given("XDG_STATE_HOME") ?? below(".local", "state");
}

function homeOf(env: NodeJS.ProcessEnv): string | null {
  const given = env["HOME"] ?? "";
  if (isAbsolute(given)) return given;
  try {
    // Loaded only here: nearly every environment has `HOME`.
    return process.getBuiltinModule("node:os").homedir();
  } catch {
    return null;
  }
}
