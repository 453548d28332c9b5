import { createHmac, createSecretKey, hash, randomBytes, timingSafeEqual, type KeyObject } from "node:crypto";
import { dirname, join } from "node:path";
import { stateDirectory } from "../system/state-directory.ts";
import { createPrivateFile, readPrivateFile } from "../system/private-file.ts";
import { STORE_KEY_VARIABLE } from "../vocabulary/key-variables.ts";

/**
 * The user's own key. What it has signed was written by this user, on this machine or on another that has the
 * key; it lies outside of every repository, and no command that is started gets to know it.
 */
export interface StoreKey {
  /** Tells keys apart, and says nothing about them. */
  readonly id: string;
  /** A seal over these parts, in this order. */
  sign(parts: readonly Part[]): string;
  hasSigned(parts: readonly Part[], seal: string): boolean;
}

type Part = string | Uint8Array;

/** Why there is no key: one sentence for the user, or that none was ever made. */
export type NoKey = { readonly problem: string } | "none yet";

const SHORTEST = 16;
const FORM = /^[0-9a-f]{64}\n$/;

export function loadKey(env: NodeJS.ProcessEnv, { create }: { readonly create: boolean }): StoreKey | NoKey {
  const given = env[STORE_KEY_VARIABLE] ?? "";
  if (given !== "") {
    return given.length < SHORTEST
      ? {
          problem: `${STORE_KEY_VARIABLE} is too short to be a key: it takes at least ${SHORTEST} characters.`,
        }
      : createKey(hash("sha256", `store key\0${given}`, "buffer"));
  }
  const directory = stateDirectory(env);
  if (directory === null) return { problem: "Nothing says where your home directory is." };
  const file = join(directory, "store.key");
  const text = readPrivateFile(file, 1024);
  if (text === "absent") return create ? makeKey(file) : "none yet";
  if (typeof text !== "string") return { problem: `${text.problem}.` };
  return FORM.test(text)
    ? createKey(Buffer.from(text, "hex"))
    : { problem: `${file} is not a key of this program; remove it and a new one is made.` };
}

/** Several processes may come here at once: the first one's key is everybody's. */
function makeKey(file: string): StoreKey | NoKey {
  const made = createPrivateFile(file, `${randomBytes(32).toString("hex")}\n`);
  if (made !== "created" && made !== "exists") return { problem: `${made.problem}.` };
  const text = readPrivateFile(file, 1024);
  if (typeof text === "string" && FORM.test(text)) return createKey(Buffer.from(text, "hex"));
  return { problem: `${dirname(file)} does not keep what is written there.` };
}

export function createKey(bytes: Buffer): StoreKey {
  const secret = createSecretKey(bytes);
  const sign = (parts: readonly Part[]): string => mac(secret, parts).toString("hex");
  return {
    id: sign(["id"]).slice(0, 8),
    sign,
    hasSigned: (parts, seal) => {
      const given = Buffer.from(seal);
      const own = Buffer.from(sign(parts));
      return given.length === own.length && timingSafeEqual(given, own);
    },
  };
}

/** With the length of each part, so that no two lists of parts are one text. */
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
