import type { Command } from "commander";
import { collect, collectNames } from "./option-values.ts";

/** Which checks are selected, as commander parses it. */
export interface ChoiceFlags {
  readonly check: readonly string[];
  readonly tag: readonly string[];
  readonly category: readonly string[];
  readonly skill: readonly string[];
  readonly trigger: readonly string[];
  readonly profile: readonly string[];
  readonly config?: string;
}

/** The options that choose checks. */
export function withChoice(command: Command): Command {
  return command
    .option("--check <name>", "this check and the checks it depends on; a,b names two", collectNames, [])
    .option("--tag <tag>", "checks with this tag", collect, [])
    .option("--category <category>", "checks of this category", collect, [])
    .option("--skill <name>", "the checks of this skill file", collect, [])
    .option("--trigger <event>", "the checks of skill files with this trigger", collect, [])
    .option("--profile <name>", "apply this profile to the configuration", collect, [])
    .option("--config <file>", "use this configuration file");
}
