import { userInfo } from "node:os";
import { pullCache, pushCache } from "../../inspect/exchange-shared.ts";
import { explain } from "../../inspect/explain.ts";
import { renderKey, renderPulled, renderPushed, renderWho } from "../../report/inspect/shared-text.ts";
import { createSigningKey } from "../../shared/trust/keys.ts";
import { makeSigningKey } from "../../shared/trust/own-key.ts";
import { fail, succeed } from "../../values/succeed.ts";
import { answer } from "../answer.ts";
import { EXIT } from "../exit-status.ts";
import { readOptions } from "../options/read-options.ts";
import type { CacheFlags } from "../programs/cache-program.ts";
import type { Terminal } from "../terminal.ts";

const statusOf = ({ problem }: { readonly problem: string | null }): number =>
  problem === null ? EXIT.ok : EXIT.failed;

/** The cache actions that concern other machines. */
export const sharedCommands = {
  why: async (subject: string, flags: CacheFlags, terminal: Terminal): Promise<number> =>
    answer(await explain(subject, readOptions(flags, terminal)), renderWho, { flags, terminal }),

  pull: async (flags: CacheFlags, terminal: Terminal): Promise<number> =>
    answer(await pullCache(readOptions(flags, terminal)), renderPulled, { flags, terminal, statusOf }),

  push: async (flags: CacheFlags, terminal: Terminal): Promise<number> =>
    answer(await pushCache(readOptions(flags, terminal)), renderPushed, { flags, terminal, statusOf }),

  keygen: async (flags: CacheFlags, terminal: Terminal): Promise<number> => {
    const label = [flags.branches === true ? "branches" : "", flags.name ?? ownName()].filter(Boolean);
    const context = { flags, terminal };
    if (flags.print === true) {
      const { key, secretText } = createSigningKey();
      const trust = [key.publicText, ...label].join(" ");
      return answer(succeed({ trust, secretKey: secretText, file: null, isNew: true }), renderKey, context);
    }
    const made = makeSigningKey(terminal.env);
    if ("problem" in made)
      return answer(fail({ kind: "usage", message: `${made.problem}.` }), renderKey, context);
    const { key, file, isNew } = made;
    const trust = [key.publicText, ...label].join(" ");
    return answer(succeed({ trust, secretKey: null, file, isNew }), renderKey, context);
  },
};

/** Empty if the system does not know. */
function ownName(): string {
  try {
    return userInfo().username.replaceAll(/\s+/g, "-");
  } catch {
    return "";
  }
}
