import type { Command, Option } from "commander";
import { expect, it } from "vitest";
import { placeOptions } from "../../../src/cli/options/place-options.ts";
import { type CommandActions, createProgram } from "../../../src/cli/program.ts";

const program = createProgram("1.0.0", {} as CommandActions, () => {});

function place(line: string): string {
  const placed = placeOptions(program, line.split(" "));
  return placed.ok ? placed.value.join(" ") : placed.failures.map(({ message }) => message).join();
}

it.each([
  ["--json status", "status --json"],
  ["--config a.yml status --config b.yml", "status --config a.yml --config b.yml"],
  ["--profile=ci --json checkpoint r1", "checkpoint --profile=ci --json r1"],
  ["--json flow --config a.yml list", "flow list --json --config a.yml"],
  ["--on-stale proceed flow build 1", "flow build --on-stale proceed 1"],
  ["-o out receipt", "receipt -o out"],
  ["--json explain -- --odd", "explain --json -- --odd"],
  ["--help cache", "cache --help"],
  ["cache --json stats", "cache stats --json"],
])("what is before a subcommand goes behind it: %s", (line, placed) => {
  expect(place(line)).toBe(placed);
});

it.each([
  ["help statsu", "There is no command `verification statsu`."],
  ["help src", "There is no command `verification src`."],
  ["cache help nosuch", "There is no command `verification cache nosuch`."],
])("help about a command that does not exist is refused: %s", (line, message) => {
  expect(place(line)).toBe(message);
});

it.each([
  "help",
  "help help",
  "help cache",
  "help --help",
  "cache help stats",
  "--json",
  "--json src",
  "src status",
  "--check status",
  "--check",
  "status --nope",
  "--nope src",
  "--version status",
  "hooks install -- --tag quick",
  "--json -- src status",
])("what is no option before a subcommand stays as it is: %s", (line) => {
  expect(place(line)).toBe(line);
});

it.each([
  ["-- status", "-- ./status"],
  ["--check a -- help status", "--check a -- ./help status"],
])("a path after -- is not taken for a command: %s", (line, placed) => {
  expect(place(line)).toBe(placed);
});

it.each([
  ["--jsn status", "`verification status` does not take --jsn. Nothing was done."],
  [
    "--dry-run --json flow --yes list",
    "`verification flow list` does not take --dry-run or --yes. Nothing was done.",
  ],
])("what a subcommand does not know is refused: %s", (line, message) => {
  expect(place(line)).toBe(message);
});

it("an option takes a value wherever it is known, or nowhere", () => {
  const list = (command: Command): readonly Option[] => [
    ...command.options,
    ...command.commands.flatMap(list),
  ];
  const kinds = new Map<string, Set<boolean>>();
  for (const { long, required } of list(program))
    kinds.set(long ?? "", (kinds.get(long ?? "") ?? new Set()).add(required));
  expect(kinds.size).toBeGreaterThan(30);
  expect([...kinds].filter(([, kind]) => kind.size > 1)).toEqual([]);
});
