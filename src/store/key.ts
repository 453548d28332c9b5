import { createHmac, createSecretKey, hash, type KeyObject, randomBytes, timingSafeEqual } from "node:crypto";
import { dirname, join } from "node:path";
import { isWithin } from "../paths/is-within.ts";
import { createPrivateFile, readPrivateFile } from "../system/own/private-file.ts";
import { stateDirectory } from "../system/own/state-directory.ts";
import { STORE_KEY_VARIABLE } from "../vocabulary/key-variables.ts";

/**
 * The user's own key. What it signed was written by this user, on this machine or on another that has the key. It is
 * stored outside the repository and is in the environment of no process that is started.
 */
export interface StoreKey {
  /** Tells keys apart without revealing anything about them. */
  readonly id: string;
  /** A seal over these parts, in this order. */
  sign(parts: readonly Part[]): string;
  hasSigned(parts: readonly Part[], seal: string): boolean;
}

type Part = string | Uint8Array;

/** Why there is no key: a sentence that tells the user what to do, or that none was ever created. */
export type NoKey = { readonly problem: string } | "none yet";

const GIVE_ONE = `give one in ${STORE_KEY_VARIABLE}`;
const SHORTEST = 16;
const FORM = /^[0-9a-f]{64}\n$/;

export interface KeyOptions {
  /** Whether to create one if there is none. */
  readonly create: boolean;
  /** The repository. No key is read from it: the author of the repository could have put one there. */
  readonly root: string;
}

export function loadKey(env: NodeJS.ProcessEnv, { create, root }: KeyOptions): StoreKey | NoKey {
  const given = env[STORE_KEY_VARIABLE] ?? "";
  if (given !== "") {
    return given.length < SHORTEST
      ? {
          problem: `${STORE_KEY_VARIABLE} has ${given.length} characters, and a key needs at least ${SHORTEST}.`,
        }
      : createKey(hash("sha256", `store key\0${given}`, "buffer"));
  }
  const directory = stateDirectory(env);
  if (directory === null)
    return { problem: `HOME is not set, so there is no place for a key: set it, or ${GIVE_ONE}.` };
  const file = join(directory, "store.key");
  if (isWithin(root, file))
    return { problem: `${file} would be inside the repository: set XDG_STATE_HOME, or ${GIVE_ONE}.` };
  const found = readPrivateFile(file, 1024);
  if (found === "absent") return create ? makeKey(file) : "none yet";
  if ("problem" in found) return { problem: `${found.problem}.` };
  return FORM.test(found.text)
    ? createKey(Buffer.from(found.text, "hex"))
    : { problem: `${file} is not a key of this program; remove it and a new one is made.` };
}

/** Several processes may do this at once: all use the key of the first. */
function makeKey(file: string): StoreKey | NoKey {
  const made = createPrivateFile(file, `${randomBytes(32).toString("hex")}\n`);
  if (made !== "created" && made !== "exists")
    return {
      problem: `No key can be stored in ${dirname(file)} (${made.problem}): make it writable, or ${GIVE_ONE}.`,
    };
  const found = readPrivateFile(file, 1024);
  if (typeof found === "object" && "text" in found && FORM.test(found.text))
    return createKey(Buffer.from(found.text, "hex"));
  return { problem: `${dirname(file)} loses what is written there: ${GIVE_ONE}.` };
}

export function createKey(bytes: Buffer): StoreKey {
  const secret = createSecretKey(bytes);
  const sign = (parts: readonly Part[]): string => mac(secret, parts).toString("hex");
  return {
    id: sign(["id"]).slice(0, 8),
    sign,
    hasSigned: (parts, seal) => {
      const given = Buffer.from(seal);
      const expected = Buffer.from(sign(parts));
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

/** With the length of each part, so that two different lists of parts never give the same text. */
function mac(secret: KeyObject, parts: readonly Part[]): Buffer {
  const code = createHmac("sha256", secret);
  let text = "";
  for (const part of parts) {
    if (typeof part === "string") {
      text += `${Buffer.byteLength(part)}:${part}`;
    } else {
      code.update(`${text}${part.length}:`).update(part);
      text = "";
    }
  }
  return code.update(text).digest().subarray(0, 16);
}
