import { join } from "node:path";
import {
  createPrivateFile,
  type PrivateFileProblem,
  readPrivateFile,
} from "../../system/own/private-file.ts";
import { stateDirectory } from "../../system/own/state-directory.ts";
import { isCi } from "../../system/process/is-ci.ts";
import { CACHE_KEY_VARIABLE } from "../../vocabulary/key-variables.ts";
import { createSigningKey, readSecretKey, type SigningKey } from "./keys.ts";

const LIMIT = 4096;

/** The file with a user's signing key; null if there is no place for it. */
export function keyFile(env: NodeJS.ProcessEnv): string | null {
  const directory = stateDirectory(env);
  return directory === null ? null : join(directory, "cache.key");
}

/**
 * The signing key of this user: from the variable, or else from the file. In CI only from the variable: a machine that
 * jobs share keeps no key for all of them. Null if there is none.
 */
export function loadSigningKey(env: NodeJS.ProcessEnv): SigningKey | null | PrivateFileProblem {
  const given = env[CACHE_KEY_VARIABLE] ?? "";
  if (given !== "")
    return readSecretKey(given) ?? { problem: `${CACHE_KEY_VARIABLE} is not a key of this program` };
  const file = keyFile(env);
  if (file === null || isCi(env)) return null;
  const found = readPrivateFile(file, LIMIT);
  if (found === "absent") return null;
  if ("problem" in found) return found;
  return readSecretKey(found.text) ?? { problem: `${file} is not a key of this program` };
}

/** The key in the file, which is created if there is none. */
export function makeSigningKey(
  env: NodeJS.ProcessEnv,
): { readonly key: SigningKey; readonly file: string; readonly isNew: boolean } | PrivateFileProblem {
  const file = keyFile(env);
  if (file === null) return { problem: "HOME is not set, so there is no place for a key" };
  const made = createPrivateFile(file, `${createSigningKey().secretText}\n`);
  if (typeof made === "object") return made;
  const found = readPrivateFile(file, LIMIT);
  const key = typeof found === "object" && "text" in found ? readSecretKey(found.text) : null;
  if (key !== null) return { key, file, isNew: made === "created" };
  return typeof found === "object" && "problem" in found
    ? found
    : { problem: `${file} is not a key of this program: remove it and a new one is made` };
}
