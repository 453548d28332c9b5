import { type Binding, loadBinding } from "./database/binding.ts";
import { createNullStore } from "./null-store.ts";
import type { StoreOptions } from "./options.ts";
import { openSqliteStore } from "./sqlite-store.ts";
import type { Store } from "./store.ts";

/**
 * Opens the store of a repository. Always returns one: if the disk, its content or the permissions do not allow it, a
 * store that only reads or does nothing, with a warning that says so.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  let binding: Binding;
  try {
    binding = await loadBinding();
  } catch (error) {
    const warnings = [`SQLite cannot be loaded, so nothing is cached. (${String(error)})`];
    return createNullStore({ warnings, worktree: options.place.worktree });
  }
  return openSqliteStore(options, binding);
}
