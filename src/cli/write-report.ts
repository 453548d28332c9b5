import { writeFileSync } from "node:fs";
import { renderText } from "../report/text.ts";
import type { Report } from "../vocabulary/event.ts";
import { fail, succeed, type Result } from "../vocabulary/failure.ts";
import type { VerificationResult } from "../vocabulary/verification-result.ts";
import { EXIT } from "./exit-status.ts";
import type { VerifyFlags } from "./program.ts";
import type { Terminal } from "./terminal.ts";

/** To a file, the report in the format that was asked for; to standard output, that or the text for people. */
export function writeReport(
  result: VerificationResult,
  { format, path }: Report,
  context: { flags: VerifyFlags; terminal: Terminal },
): Result<null> {
  const { flags, terminal } = context;
  const text = (paint: Terminal["paintOut"]): string =>
    renderText(result, {
      paint,
      verbose: flags.verbose === true,
      quiet: flags.quiet === true,
      again: repeatedFlags(flags),
    });
  // A watch prints many documents: each is a line.
  const json = `${JSON.stringify(result, null, flags.watch === true ? 0 : 2)}\n`;
  terminal.out(flags.json === true || (format === "json" && path === null) ? json : text(terminal.paintOut));
  if (path === null) return succeed(null);
  try {
    writeFileSync(path, format === "json" ? json : text((_, plain) => plain));
    return succeed(null);
  } catch (error) {
    const message = `The report cannot be written (${(error as NodeJS.ErrnoException).code}).`;
    return fail({ kind: "usage", message, value: path, expected: "a file that can be written" });
  }
}

export function exitStatus(result: VerificationResult): number {
  if (result.stoppedBy === "interrupted") return EXIT.interrupted;
  if (result.success) return EXIT.ok;
  return result.failed > 0 || result.stoppedBy !== null ? EXIT.failed : EXIT.usage;
}

function repeatedFlags(flags: VerifyFlags): readonly string[] {
  return [
    ...(flags.config === undefined ? [] : ["--config", flags.config]),
    ...flags.profile.flatMap((name) => ["--profile", name]),
    ...flags.skill.flatMap((name) => ["--skill", name]),
    ...flags.trigger.flatMap((name) => ["--trigger", name]),
  ];
}
