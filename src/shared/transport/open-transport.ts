import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { RemoteCache } from "../../vocabulary/verdict/shared-cache.ts";
import { createDirectoryTransport } from "./directory.ts";
import type { Transport } from "./transport.ts";
import { createTurboTransport } from "./turbo.ts";

/**
 * The storage that a configuration names for shared verdicts. A directory without a leading slash is relative to the
 * root.
 */
export function openTransport(
  { url, team }: Pick<RemoteCache, "url" | "team">,
  { root, token }: { readonly root: string; readonly token: string | null },
): Transport {
  if (!url.startsWith("file:")) return createTurboTransport({ url, team, token });
  const path = url.startsWith("file:///") ? fileURLToPath(url) : url.slice("file:".length);
  return createDirectoryTransport(resolve(root, path));
}
