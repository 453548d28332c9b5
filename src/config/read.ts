import { fail, succeed } from "../values/succeed.ts";
import type { Result } from "../vocabulary/failure.ts";
import { type ConfigSource, discoverConfig } from "./discover.ts";
import { type ConfigDocument, parseConfigDocument, readText } from "./document.ts";
import type { Declared } from "./profile.ts";
import { declareCheck } from "./resolve/declared-check.ts";
import { describeIssues } from "./schema/describe-issue.ts";
import { findLostKey } from "./schema/find-lost-key.ts";
import { type ConfigInput, configSchema } from "./schema/schema.ts";

export interface ReadOptions {
  readonly cwd: string;
  /** A configuration file to use in place of the one that would be found. */
  readonly configFile?: string;
  /** The configuration itself, given by a program. */
  readonly config?: ConfigInput;
}

export interface ReadConfig {
  readonly source: ConfigSource | null;
  readonly document: ConfigDocument | null;
  readonly declared: Declared;
}

/** Finds, reads and checks what is declared, as it is written. */
export function readConfig(root: string, options: ReadOptions): Result<ReadConfig> {
  if (options.config !== undefined) return checkDocument(objectDocument(options.config), null);
  const source = discoverConfig(
    root,
    options.configFile === undefined ? undefined : { path: options.configFile, cwd: options.cwd },
  );
  if (!source.ok) return source;
  if (source.value === null)
    return succeed({ source: null, document: null, declared: { input: {}, checks: [] } });
  const text = readText(source.value.path, source.value.file);
  if (!text.ok) return text;
  const document = parseConfigDocument({ file: source.value.file, text: text.value });
  if (!document.ok) return document;
  return checkDocument(
    source.value.key === undefined ? document.value : below(document.value, source.value.key),
    source.value,
  );
}

function checkDocument(document: ConfigDocument, source: ConfigSource | null): Result<ReadConfig> {
  // An empty file is an empty configuration.
  const parsed = configSchema.safeParse(document.value ?? {}, { reportInput: false });
  if (!parsed.success) {
    return fail(
      ...describeIssues({
        issues: parsed.error.issues,
        document,
        schema: configSchema,
        kind: "config-invalid",
      }),
    );
  }
  const lost = findLostKey(document.value);
  if (lost !== null) {
    const [message, expected] = ['"__proto__" cannot be used as a name.', "another name"];
    return fail({ kind: "config-invalid", message, at: document.locateKey(lost), expected });
  }
  const checks = (parsed.data.checks ?? []).map((fields, index) =>
    declareCheck(fields, document, ["checks", index]),
  );
  return succeed({ source, document, declared: { input: parsed.data, checks } });
}

/** The part of a document under one key, with places that still are those in the file. */
function below(document: ConfigDocument, key: string): ConfigDocument {
  return {
    file: document.file,
    value: (document.value as Record<string, unknown> | null)?.[key],
    locate: (path) => document.locate([key, ...path]),
    locateKey: (path) => document.locateKey([key, ...path]),
  };
}

function objectDocument(value: ConfigInput): ConfigDocument {
  const at = { file: "config" };
  return { file: at.file, value, locate: () => at, locateKey: () => at };
}
