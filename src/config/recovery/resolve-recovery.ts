import { fail, succeed } from "../../values/succeed.ts";
import type { Failure, Location, Result } from "../../vocabulary/failure.ts";
import { READY_MADE } from "../../vocabulary/run/recovery.ts";
import { unknownName } from "../../wording/unknown-name.ts";
import type { ConfigDocument } from "../document.ts";
import { DEFAULT_TIMEOUT } from "../resolve/resolve-check.ts";
import { resolveCommand } from "../resolve/resolve-command.ts";
import type { DeclaredStrategy, Recovery } from "../resolved-config.ts";
import type { ConfigInput } from "../schema/schema.ts";
import type { RecoveryInput } from "./recovery-schema.ts";

export interface RecoveryContext {
  readonly root: string;
  readonly document: ConfigDocument | null;
  /** The checks that a strategy can name; null if there may be more than are known. */
  readonly checks: ReadonlySet<string> | null;
  /** From the command line; overrides what is declared. */
  readonly recover?: boolean;
  readonly timeout?: number;
}

/** Fills in the defaults of `recovery:` and reports everything that is wrong with its strategies. */
export function resolveRecovery({ recovery = {} }: ConfigInput, context: RecoveryContext): Result<Recovery> {
  const failures: Failure[] = [];
  const names = new Set<string>();
  const declared = (recovery.strategies ?? []).flatMap((input, index) => {
    const locate = (...path: readonly PropertyKey[]): Location =>
      context.document?.locate(["recovery", "strategies", index, ...path]) ?? { file: "config" };
    const strategy = resolveStrategy(input, context, locate);
    if (!strategy.ok) {
      failures.push(...strategy.failures);
      return [];
    }
    const { name } = strategy.value;
    if (names.has(name)) {
      const message = `Two strategies are called "${name}".`;
      const expected = "a unique name for every strategy";
      failures.push({ kind: "config-invalid", message, at: locate("name"), value: name, expected });
    }
    names.add(name);
    return [strategy.value];
  });
  if (failures.length > 0) return fail(...failures);
  const { ready_made: wanted = true } = recovery;
  return succeed({
    enabled: context.recover ?? recovery.enabled ?? false,
    maxAttempts: recovery.max_attempts ?? 3,
    readyMade: READY_MADE.filter(
      (name) => !names.has(name) && (Array.isArray(wanted) ? wanted.includes(name) : wanted),
    ),
    declared,
  });
}

type StrategyInput = NonNullable<RecoveryInput["strategies"]>[number];

function resolveStrategy(
  input: StrategyInput,
  context: RecoveryContext,
  locate: (...path: readonly PropertyKey[]) => Location,
): Result<DeclaredStrategy> {
  const { uses, run, when } = input;
  const name = input.name ?? uses;
  const wrong = (message: string, expected: string, at = locate()): Result<never> =>
    fail({ kind: "config-invalid", message, at, expected });
  if (name === undefined) return wrong("A strategy has no name.", "name: its name in output");
  if (uses !== undefined && run !== undefined)
    return wrong(`The strategy "${name}" has both run and uses.`, "one of them");
  const isForAnything = when === undefined ? uses === undefined : Object.keys(when).length === 0;
  if (isForAnything) {
    const expected = "when: at least one of check, type, category, code, pattern";
    const message = `The strategy "${name}" does not say what it is for.`;
    return wrong(message, expected, when === undefined ? locate() : locate("when"));
  }
  if (when?.check !== undefined && context.checks !== null && !context.checks.has(when.check)) {
    return fail(
      unknownName({
        message: `The strategy "${name}" is for a check that does not exist.`,
        name: when.check,
        known: context.checks,
        none: "a declared check",
        kind: "config-invalid",
        at: locate("when", "check"),
      }),
    );
  }
  const common = {
    name,
    when: when === undefined ? null : defined(when),
    timeout: context.timeout ?? input.timeout ?? DEFAULT_TIMEOUT,
  };
  if (uses !== undefined) return succeed({ ...common, does: { type: "uses", readyMade: uses } });
  if (run === undefined)
    return wrong(
      `The strategy "${name}" has no command.`,
      "run: the command, or uses: a ready-made strategy",
    );
  const { command, args = [] } = typeof run === "string" ? { command: run } : run;
  const at = typeof run === "string" ? locate("run") : locate("run", "command");
  const resolved = resolveCommand({ owner: "strategy", name, command, args, cwd: context.root, at });
  return resolved.ok ? succeed({ ...common, does: { type: "run", ...resolved.value } }) : resolved;
}

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
