import { madeOf } from "../values/packed-list.ts";
import { join } from "node:path";
import type { PlannedCommand } from "../plan/plan.ts";
import type { Increment } from "../run/use-increments.ts";
import { findInstalled } from "../system/process/find-installed.ts";
import { INCREMENTS } from "../tools/increments.ts";
import { weakComponents } from "../units/inputs/record-key.ts";
import { isBuilt, type Unit } from "../units/unit.ts";
import { memo } from "../values/memo.ts";
import { shortHash } from "../values/short-hash.ts";
import type { Assessment } from "./assess.ts";

/** What counts besides the files that a tool looks at. */
const SETTINGS = ["scripts", "packages", "inputs", "dotenv", "configuration", "configuration:packages"];

const MANIFEST = /(?:^|\/)package\.json$/;

/** Decides which commands of a plan continue from what their tool kept. */
export function chooseIncrements({
  plan,
  scope,
  config,
  tree,
  isKeeping,
}: Assessment): (command: PlannedCommand) => Increment | null {
  const chosen = new Map<PlannedCommand, Increment>();
  // They decide what names resolve to.
  const manifests = memo(() =>
    [...tree.snapshot.files].flatMap(([path, { id }]) => (MANIFEST.test(path) ? [path, id] : [])),
  );
  for (const planned of isKeeping ? plan.checks : []) {
    if (!("commands" in planned) || planned.commands.length !== 1) continue;
    const [command] = planned.commands;
    const unit = madeOf(scope.units.get(planned.check) ?? [])[0]?.unit;
    const tool = INCREMENTS.get(command?.command ?? "");
    if (
      command === undefined ||
      unit === undefined ||
      unit.target !== "" ||
      !isBuilt(unit) ||
      tool === undefined
    )
      continue;
    const version = findInstalled(tool.package, join(config.root, command.cwd), config.root);
    if (version === null || Number.parseInt(version, 10) < tool.since) continue;
    const isSample = madeOf(scope.units.get(planned.check) ?? []).some(
      ({ reason }) => reason.type === "sampled",
    );
    chosen.set(command, {
      check: planned.check,
      tool,
      state: stateOf(unit, [version, manifests()]),
      isFresh: plan.mode === "full" || isSample,
    });
  }
  return (command) => chosen.get(command) ?? null;
}

function stateOf({ predicted: { components } }: Unit, more: readonly unknown[]): string {
  return shortHash([more, weakComponents(components), SETTINGS.map((name) => components[name] ?? null)]);
}
