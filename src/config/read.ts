import { fail, succeed } from "../values/succeed.ts";
import type { Result } from "../vocabulary/failure.ts";
import {
  declareConfig,
  findDocument,
  type FoundDocument,
  NOTHING_DECLARED,
  type ReadConfig,
  type FindDocumentOptions,
} from "./find-document.ts";
import { describeIssues } from "./schema/describe-issue.ts";
import { findLostKey } from "./schema/find-lost-key.ts";
import { configSchema } from "./schema/schema.ts";

/** Finds, reads and validates what is declared, in its written form. */
export function readConfig(root: string, options: FindDocumentOptions): Result<ReadConfig> {
  const found = findDocument(root, options);
  if (!found.ok) return found;
  return found.value === null ? succeed(NOTHING_DECLARED) : checkDocument(found.value);
}

/** Validates what is declared. */
export function checkDocument(found: FoundDocument): Result<ReadConfig> {
  const { document } = found;
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
  return succeed(declareConfig(parsed.data, found));
}
