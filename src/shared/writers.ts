import type { ShareScope } from "../vocabulary/verdict/shared-cache.ts";
import type { BundleRefusal } from "./bundle/open-bundle.ts";
import type { TrustedKey } from "./trust/keys.ts";

/** The trusted key of a scope by its id, or why it is not trusted. */
export type Writers = (id: string) => TrustedKey | BundleRefusal;

export function createWriters(keys: readonly TrustedKey[], base: ShareScope): (scope: ShareScope) => Writers {
  const byId = new Map(keys.map((key) => [key.id, key]));
  return (scope) => (id) => {
    const key = byId.get(id);
    if (key === undefined) return "by an unknown writer";
    return key.onlyBranches && scope === base ? "by a writer who is trusted for branches only" : key;
  };
}
