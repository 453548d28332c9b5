import { fail, succeed } from "../values/succeed.ts";
import type { Result } from "../vocabulary/failure.ts";
import type { RemoteCache } from "../vocabulary/verdict/shared-cache.ts";
import { CONFIG_FILES } from "./discover.ts";
import { parseConfigDocument } from "./document.ts";
import type { ConfigInput } from "./schema/schema.ts";

/** The files that can contain a configuration, in order of precedence. */
export const CONFIG_NAMES: readonly string[] = [...CONFIG_FILES, "package.json"];

export function resolveRemote({ cache }: ConfigInput): RemoteCache | null {
  if (cache?.remote === undefined) return null;
  const { url, team = null, mode = null, trust = [] } = cache.remote;
  return { url, team, mode, trust };
}

/** The shared cache in the configuration of another state of the repository; null if it has none. */
export async function readRemote(texts: ReadonlyMap<string, string>): Promise<Result<RemoteCache | null>> {
  const { configSchema } = await import("./schema/schema.ts");
  for (const file of CONFIG_NAMES) {
    const text = texts.get(file);
    if (text === undefined) continue;
    const document = parseConfigDocument({ file, text });
    if (!document.ok) return document;
    const { value } = document.value;
    const isManifest = file === "package.json";
    if (isManifest && !(typeof value === "object" && value !== null && Object.hasOwn(value, "verification")))
      return succeed(null);
    const written = isManifest ? (value as Record<string, unknown>)["verification"] : value;
    const parsed = configSchema.safeParse(written ?? {}, { reportInput: false });
    if (parsed.success) return succeed(resolveRemote(parsed.data));
    return fail({ kind: "config-invalid", message: `${file} is not valid.`, at: { file } });
  }
  return succeed(null);
}
