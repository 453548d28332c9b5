import { succeed } from "../values/succeed.ts";
import type { Result } from "../vocabulary/failure.ts";
import { type ConfigSource, discoverConfig } from "./discover.ts";
import { type ConfigDocument, parseConfigDocument, readText } from "./document.ts";
import type { Declared } from "./profile.ts";
import { declareCheck } from "./resolve/declared-check.ts";
import type { ConfigInput } from "./schema/schema.ts";

export interface FindDocumentOptions {
  readonly cwd: string;
  /** A configuration file to use instead of the one that would be found. */
  readonly configFile?: string;
  /** The configuration itself, passed by a program. */
  readonly config?: ConfigInput;
}

/** A configuration in its written form. */
export interface FoundDocument {
  /** Null if a program passed it. */
  readonly source: ConfigSource | null;
  readonly document: ConfigDocument;
  /** The text that it was read from; null if a program passed it. */
  readonly text: string | null;
}

export interface ReadConfig {
  readonly source: ConfigSource | null;
  readonly document: ConfigDocument | null;
  readonly declared: Declared;
}

/** For a repository without a configuration. */
export const NOTHING_DECLARED: ReadConfig = {
  source: null,
  document: null,
  declared: { input: {}, checks: [] },
};

/** Finds and parses the configuration; null if there is none. */
export function findDocument(root: string, options: FindDocumentOptions): Result<FoundDocument | null> {
  if (options.config !== undefined)
    return succeed({ source: null, document: objectDocument(options.config), text: null });
  const source = discoverConfig(
    root,
    options.configFile === undefined ? undefined : { path: options.configFile, cwd: options.cwd },
  );
  if (!source.ok) return source;
  if (source.value === null) return succeed(null);
  const text = readText(source.value.path, source.value.file);
  if (!text.ok) return text;
  const document = parseConfigDocument({ file: source.value.file, text: text.value });
  if (!document.ok) return document;
  const { key } = source.value;
  return succeed({
    source: source.value,
    document: key === undefined ? document.value : below(document.value, key),
    text: text.value,
  });
}

/** What a valid document declares. */
export function declareConfig(input: ConfigInput, { source, document }: FoundDocument): ReadConfig {
  const checks = (input.checks ?? []).map((fields, index) =>
    declareCheck(fields, document, ["checks", index]),
  );
  return { source, document, declared: { input, checks } };
}

/** The part of a document under one key; positions still refer to the file. */
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
