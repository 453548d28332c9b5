import { z } from "zod";
import { splitCommand } from "../resolve/command-words.ts";
import { flag, list, text } from "./schema-fields.ts";

const phaseKey = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]*$/, "expected letters, digits and . _ -, beginning with a letter or digit");

const phase = z.union([
  phaseKey,
  z
    .strictObject({
      key: phaseKey.describe("The name of the phase, in output and for `flow done`"),
      run: z
        .union([
          text("The command with its arguments, started without a shell in the repository root").refine(
            (command) => splitCommand(command).type === "words",
            "expected a command without shell syntax; sh -c '...' starts a shell",
          ),
          z
            .strictObject({
              command: text(
                "The program that does the phase, started without a shell in the repository root",
              ),
              args: z.array(z.string()).describe("Its arguments"),
            })
            .partial({ args: true }),
        ])
        .describe("The command of the phase; without it, the phase is handed over"),
      artifacts: list(
        "Globs of files that must exist: in the item's directory, or with a leading / in the root",
      ),
      gate: z
        .strictObject({
          checks: list("Checks that must pass"),
          tags: list("Tags whose checks must pass"),
        })
        .partial()
        .describe("What must be true before the phase is done"),
      description: text("Instructions for whoever does a phase that is handed over"),
    })
    .partial({ run: true, artifacts: true, gate: true, description: true }),
]);

const scalar = z.union([z.string(), z.number(), z.boolean()]);

/** A workflow in the configuration or in a workflows file. */
export const workflowSchema = z
  .strictObject({
    phases: z.array(phase).min(1).describe("The phases in order; a bare string is one that is handed over"),
    branch: z
      .string()
      .regex(/^[A-Za-z0-9][\w-]*$/, "expected one word")
      .describe("The prefix of the item's branch, before its directory; default: feature"),
    supervised: flag("Whether it pauses between phases"),
    options: z
      .record(
        z.string().regex(/^[A-Za-z][\w-]*$/, "expected a word"),
        z.union([scalar, z.strictObject({ default: scalar, description: z.string() }).partial()]),
      )
      .describe("Settings for its phases, with their defaults; --option sets them"),
    rules: z
      .strictObject({
        no_halfway_entry: flag("Whether --start-phase is refused"),
        no_agent_phase_skipping: flag("Whether `flow done` accepts only the waiting phase"),
      })
      .partial(),
  })
  .partial({ branch: true, supervised: true, options: true, rules: true });

/** Where items and workflows are stored. */
export const flowSchema = z
  .strictObject({
    items: text("The directory of items; default: docs/requirements"),
    backlog: text("The list of items; default: BACKLOG.md"),
    state: text("Where the state of the active workflow is kept; default: .verification/state.json"),
    workflows: text("A file with workflow definitions; default: workflows.json"),
  })
  .partial()
  .describe("Where items and workflows are kept, relative to the repository root");

export type WorkflowInput = z.infer<typeof workflowSchema>;
