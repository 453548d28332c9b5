import { existsSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_STORAGE } from "../../paths/own-files.ts";
import { absolute } from "../../system/own/own-place.ts";
import { ENGINE } from "../../vocabulary/engine.ts";
import { loadKey } from "../key.ts";
import { KEPT_UNITS } from "./kept-units.ts";
import { readSealed, type SealedFile, writeSealed } from "./sealed-json.ts";

/** Something that takes long to find out, stored with a digest of everything that it depends on. */
export interface KeptFact {
  /** Undefined if it is not known. */
  readonly find: (digest: string) => unknown;
  /** Only if a run has stored something in the checkout. `value` is any JSON. */
  readonly keep: (digest: string, value: unknown) => void;
}

interface Kept {
  readonly digest: string;
  readonly value: unknown;
}

const SIZE_LIMIT = 4 * 1024 * 1024;

/**
 * In the default place of a checkout, sealed with the user's key. It is read before the configuration, which may put
 * the rest of the store elsewhere. Undefined if there is no key that can be trusted.
 */
export function openKeptFact(root: string, file: Pick<SealedFile, "name" | "what">): KeptFact | undefined {
  const key = loadKey(process.env, { create: false, root });
  if (key === "none yet" || "problem" in key) return undefined;
  const dir = { base: root, path: DEFAULT_STORAGE };
  const place = { dir, key, engine: ENGINE };
  const sealed = { ...file, limit: SIZE_LIMIT };
  return {
    find: (digest) => {
      const kept = readSealed(place, sealed) as Kept | undefined;
      return kept?.digest === digest ? kept.value : undefined;
    },
    keep: (digest, value) => {
      if (existsSync(join(absolute(dir), KEPT_UNITS.name)))
        writeSealed(place, sealed, { digest, value } satisfies Kept);
    },
  };
}
