import { ownValue } from "../values/own-value.ts";
import { fail, succeed } from "../values/succeed.ts";
import type { Failure, Result } from "../vocabulary/failure.ts";
import { unknownName } from "../wording/unknown-name.ts";
import type { ConfigDocument } from "./document.ts";
import { declareCheck, type DeclaredCheck, overrideCheck } from "./resolve/declared-check.ts";
import type { CheckInput, ConfigInput } from "./schema/schema.ts";

export interface Declared {
  readonly input: ConfigInput;
  readonly checks: readonly DeclaredCheck[];
}

/** Applies the named profiles to the configuration, one after the other. */
export function applyProfiles(
  declared: Declared,
  names: readonly string[],
  document: ConfigDocument | null,
): Result<Declared> {
  let current = declared;
  for (const name of names) {
    const profile = ownValue(declared.input.profiles, name);
    if (profile === undefined || document === null) return fail(unknownProfile(name, declared.input));
    const checks = overrideChecks(current.checks, profile.checks ?? {}, { name, document });
    if (!checks.ok) return checks;
    current = {
      input: {
        ...current.input,
        execution: { ...current.input.execution, ...profile.execution },
        incremental: mergeBlocks(current.input.incremental, profile.incremental),
        ...mergeReports(current.input.report, profile.report),
      },
      checks: checks.value,
    };
  }
  return succeed(current);
}

type DeclaredReport = ConfigInput["report"];

/** With two single reports, fields that the profile does not set stay; a list replaces the old value. */
function mergeReports(
  base: DeclaredReport,
  over: DeclaredReport,
): { readonly report?: NonNullable<DeclaredReport> } {
  if (base === undefined || over === undefined || Array.isArray(base) || Array.isArray(over)) {
    const report = over ?? base;
    return report === undefined ? {} : { report };
  }
  return { report: { ...base, ...over } };
}

type ProfileChecks = NonNullable<NonNullable<ConfigInput["profiles"]>[string]["checks"]>;

/** A list may also add checks; a mapping can only change existing ones. */
function overrideChecks(
  base: readonly DeclaredCheck[],
  over: ProfileChecks,
  profile: { name: string; document: ConfigDocument },
): Result<readonly DeclaredCheck[]> {
  const at = ["profiles", profile.name, "checks"];
  const entries = Array.isArray(over)
    ? over.map((fields, index) => ({ name: fields.name, fields, path: [...at, index], adds: true }))
    : Object.entries(over).map(([name, fields]) => ({ name, fields, path: [...at, name], adds: false }));
  const checks = new Map(base.map((check) => [check.fields.name, check]));
  for (const { name, fields, path, adds } of entries) {
    const existing = checks.get(name);
    const added = declareCheck({ ...fields, name } as CheckInput, profile.document, path);
    if (existing === undefined && !adds) {
      return fail(
        unknownName({
          message: `The profile "${profile.name}" changes a check that does not exist.`,
          name,
          known: checks.keys(),
          none: "a check that the configuration declares; it declares none",
          kind: "config-invalid",
          at: profile.document.locateKey(path),
        }),
      );
    }
    checks.set(name, existing === undefined ? added : overrideCheck(existing, added));
  }
  return succeed([...checks.values()]);
}

function mergeBlocks(
  base: ConfigInput["incremental"],
  over: ConfigInput["incremental"],
): ConfigInput["incremental"] {
  return {
    ...base,
    ...over,
    change_detection: { ...base?.change_detection, ...over?.change_detection },
    caching: { ...base?.caching, ...over?.caching },
    full_verification_triggers: { ...base?.full_verification_triggers, ...over?.full_verification_triggers },
  };
}

function unknownProfile(name: string, input: ConfigInput): Failure {
  return unknownName({
    message: `There is no profile "${name}".`,
    name,
    known: Object.keys(input.profiles ?? {}),
    none: "a profile that the configuration declares; it declares none",
  });
}
