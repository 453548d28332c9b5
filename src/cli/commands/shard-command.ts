import { join, resolve } from "node:path";
import { renderMatrix } from "../../report/features/shard-text.ts";
import { safeJson } from "../../report/print/safe-text.ts";
import { planShards } from "../../shard/plan-shards.ts";
import { type AskedFor, asOptions, readShardPlan } from "../../shard/shard-plan.ts";
import { type OpenedShard, openShard, packShard } from "../../shard/shard-verdicts.ts";
import { MOST_SHARDS } from "../../shard/split-work.ts";
import { takeShards } from "../../shard/take-shards.ts";
import { findRepository } from "../../shortcut/answer-from-last-run.ts";
import { readSmallFile } from "../../system/files/small-file.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { Failure, Result } from "../../vocabulary/failure.ts";
import { attemptWrite } from "../attempt-write.ts";
import { EXIT } from "../exit-status.ts";
import type { VerifyFlags } from "../program.ts";
import type { ShardPlanFlags, ShardRunFlags } from "../programs/shard-program.ts";
import { refuse } from "../refuse.ts";
import { tellWarnings } from "../tell-warnings.ts";
import type { Terminal } from "../terminal.ts";
import { verifyCommand } from "./verify-command.ts";

const FILE = "shard.json";
const MOST_BYTES = 512 * 1024 * 1024;

export async function shardPlan(
  paths: readonly string[],
  flags: ShardPlanFlags,
  terminal: Terminal,
): Promise<number> {
  const shards = readCount(flags);
  if (!shards.ok) return refuse(shards.failures, {}, terminal);
  const { check, tag, category, skill, trigger, profile, config } = flags;
  const asked: AskedFor = {
    mode: flags.full === true ? "full" : "auto",
    paths,
    checks: check,
    tags: tag,
    categories: category,
    skills: skill,
    triggers: trigger,
    profiles: profile,
    configFile: config,
  };
  const setAside = flags.output === undefined ? [] : [resolve(terminal.cwd, flags.output)];
  const options = { cwd: terminal.cwd, env: terminal.env, onEvent: tellWarnings(terminal), setAside };
  const plan = await planShards({ asked, shards: shards.value }, options);
  if (!plan.ok) return refuse(plan.failures, {}, terminal);
  if (flags.output === undefined) {
    terminal.out(safeJson(plan.value, 2));
    return EXIT.ok;
  }
  const failures = write(flags.output, JSON.stringify(plan.value), terminal);
  if (failures.length > 0) return refuse(failures, {}, terminal);
  terminal.out(renderMatrix(plan.value, flags.format ?? null));
  return EXIT.ok;
}

function readCount({ shards, target, format, output }: ShardPlanFlags): Result<number | { target: number }> {
  if (format !== undefined && output === undefined)
    return fail({
      kind: "usage",
      message: "The matrix goes to standard output, so the plan needs a file.",
      expected: "-o <file>",
    });
  if (shards === "auto") return succeed({ target: target * 1000 });
  const count = Number(shards);
  if (/^\d+$/.test(shards) && count >= 1 && count <= MOST_SHARDS) return succeed(count);
  const expected = `a number from 1 to ${MOST_SHARDS}, or auto`;
  return fail({ kind: "usage", message: "This number of shards is not possible.", value: shards, expected });
}

export async function shardRun(index: number, flags: ShardRunFlags, terminal: Terminal): Promise<number> {
  const plan = readShardPlan(resolve(terminal.cwd, flags.plan ?? ""));
  if (!plan.ok) return refuse(plan.failures, flags, terminal);
  const shard = plan.value.shards[index - 1];
  if (shard === undefined)
    return refuse(
      [
        {
          kind: "usage",
          message: "The plan has no such shard.",
          value: String(index),
          expected: `a number from 1 to ${plan.value.shards.length}`,
        },
      ],
      flags,
      terminal,
    );
  const only = new Map(shard.work.map(({ check, targets }) => [check, new Set(targets)]));
  const unwritten: Failure[] = [];
  let isWritten = false;
  const status = await verifyCommand(plan.value.asked.paths, flagsOf(plan.value.asked, flags), {
    terminal,
    argv: [],
    part: {
      only,
      setAside: [flags.plan ?? "", join(flags.output ?? "", FILE)].map((path) => resolve(terminal.cwd, path)),
      onReached: (assessment, reached) => {
        const output = packShard(assessment, reached, { plan: plan.value, index });
        const path = join(flags.output ?? "", FILE);
        unwritten.push(...write(path, JSON.stringify(output), terminal));
        isWritten = unwritten.length === 0;
      },
    },
  });
  if (unwritten.length > 0) return refuse(unwritten, {}, terminal);
  // The merge reports failures; a shard that did its part has succeeded.
  return isWritten && status !== EXIT.interrupted ? EXIT.ok : status;
}

export async function shardMerge(
  directories: readonly string[],
  flags: ShardRunFlags,
  terminal: Terminal,
): Promise<number> {
  const tell = tellWarnings(terminal);
  const plan = flags.plan === undefined ? null : readShardPlan(resolve(terminal.cwd, flags.plan));
  if (plan !== null && !plan.ok) return refuse(plan.failures, flags, terminal);
  const found = directories.flatMap((directory): (OpenedShard & { readonly directory: string })[] => {
    const read = readSmallFile(resolve(terminal.cwd, directory, FILE), MOST_BYTES);
    const shard = typeof read === "string" ? null : openShard(read.text);
    if (shard !== null) return [{ ...shard, directory }];
    const what = read === "absent" ? "has no shard results" : "cannot be read, or is incomplete";
    tell({ type: "warning", message: `${directory} ${what}, so what is missing runs here.` });
    return [];
  });
  // The plan may have selected less than this command does.
  if (plan === null && new Set(found.map(({ output }) => output.planId)).size > 1)
    return refuse([OTHER_PLANS], flags, terminal);
  const opened = found.filter(({ directory, output }) => {
    const isOf = plan === null || output.planId === plan.value.id;
    if (!isOf)
      tell({
        type: "warning",
        message: `${directory} belongs to another plan, so what is missing runs here.`,
      });
    return isOf;
  });
  const asked = plan?.value.asked ?? opened[0]?.output.asked;
  if (asked === undefined) return refuse([NO_SHARD], flags, terminal);
  const files = [
    ...directories.map((directory) => join(directory, FILE)),
    ...(flags.plan === undefined ? [] : [flags.plan]),
  ];
  const setAside = files.map((file) => resolve(terminal.cwd, file));
  const options = { cwd: terminal.cwd, env: terminal.env, onEvent: tell, setAside };
  const merged = await takeShards(opened, { ...options, ...asOptions(asked) });
  if (!merged.ok) return refuse(merged.failures, flags, terminal);
  const runs = opened.map(({ output }) => output.runId);
  return verifyCommand(asked.paths, flagsOf(asked, flags), {
    terminal,
    argv: [],
    part: { parts: new Set(runs), continues: runs, setAside },
  });
}

const NO_SHARD: Failure = {
  kind: "usage",
  message: "None of these directories has shard results.",
  expected: "directories written by `verification shard run`, or --plan <file>",
};

const OTHER_PLANS: Failure = {
  kind: "usage",
  message: "These shards belong to different plans.",
  expected: "directories of one plan, or --plan <file> to say which one counts",
};

function flagsOf(asked: AskedFor, flags: ShardRunFlags): VerifyFlags {
  const { plan: _, output: __, ...shown } = flags;
  return {
    ...shown,
    mode: asked.mode,
    check: asked.checks,
    tag: asked.tags,
    category: asked.categories,
    skill: asked.skills,
    trigger: asked.triggers,
    profile: asked.profiles,
    ...(asked.configFile === undefined ? {} : { config: asked.configFile }),
  };
}

function write(path: string, text: string, terminal: Terminal): readonly Failure[] {
  const root = findRepository(terminal.cwd) ?? terminal.cwd;
  const file = { root, path: resolve(terminal.cwd, path), makesDirectories: true };
  return attemptWrite("plan", file, text);
}
