import { z } from "zod";
import { CHECK_TYPES } from "../../vocabulary/check/check.ts";
import { READY_MADE } from "../../vocabulary/run/recovery.ts";
import { flag, milliseconds, name, regularExpression, text } from "../schema/schema-fields.ts";

const condition = z
  .strictObject({
    check: text("The name of the check"),
    type: z.enum(CHECK_TYPES).describe("The type of the check"),
    category: text("The category of the finding (type, lint, test, build, execution) or of its check"),
    code: text("The code of the finding, as it is reported"),
    pattern: regularExpression.describe(
      "A regular expression, searched in the finding's message and in the tool's output about it",
    ),
  })
  .partial()
  .describe("The findings that a strategy is for; all given conditions must match");

const strategy = z
  .strictObject({
    name: name.describe("The name of the strategy in output; the name of a ready-made one replaces that one"),
    when: condition,
    run: z
      .union([
        text("The command with its arguments, started without a shell in the repository root"),
        z
          .strictObject({
            command: text("The program to start, without a shell, in the repository root"),
            args: z
              .array(z.string())
              .describe("Its arguments; {files} stands for the files of the findings that match"),
          })
          .partial({ args: true }),
      ])
      .describe("What may fix the findings"),
    uses: z.enum(READY_MADE).describe("A ready-made strategy, instead of run"),
    timeout: milliseconds("Milliseconds after which its command is ended; 0: no limit"),
  })
  .partial();

export const recovery = z
  .strictObject({
    enabled: flag("Whether failures are fixed without --recover"),
    max_attempts: z.int().min(1).max(100).describe("How many attempts to make; default: 3"),
    ready_made: z
      .union([z.boolean(), z.array(z.enum(READY_MADE))])
      .describe("Whether to use ready-made strategies, or which of them; default: true"),
    strategies: z.array(strategy).describe("Tried in this order, before the ready-made ones"),
  })
  .partial()
  .describe("How failures are fixed: only with --recover or enabled, because it edits files");

export type RecoveryInput = z.infer<typeof recovery>;
