import { dirname, join } from "node:path";
import { isWithin } from "../../paths/is-within.ts";
import { findRepository } from "../../shortcut/answer-from-last-run.ts";
import type { OwnPlace } from "../../system/own/own-place.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { Failure, Result } from "../../vocabulary/failure.ts";
import type { AgentFile, AgentName, AgentOutcome } from "../../vocabulary/flow/agent.ts";
import { hookCommandLine, isInstalledIn } from "../hook/hook-command.ts";
import { type HookEntry, lookForEntry, putEntry, takeEntry } from "../hook/hook-entry.ts";
import { locateInText, readAgentFile, shownPath, writeAgentFile } from "./agent-file.ts";
import { agentHome, AGENTS } from "./agents.ts";
import { isMalformed, type Malformed } from "./json-text.ts";
import { isShippedSkill, readShippedSkill, SKILL_NAME } from "./shipped-skill.ts";

export interface InstallOptions {
  readonly agent: AgentName;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** How the user calls the command. */
  readonly program: readonly string[];
  /** In the user's own settings, for every repository that has a configuration. */
  readonly user?: boolean;
  /** Also a hook after every edit. */
  readonly afterEdit?: boolean;
  readonly dryRun?: boolean;
}

type Verb = "install" | "uninstall" | "status";

/** Writes an agent's hook and skill, removes them, or reports their state. Changes nothing else in the files. */
export function setUpAgent(verb: Verb, options: InstallOptions): Result<AgentOutcome> {
  const places = findPlaces(options);
  if (!places.ok) return places;
  const { hooks, skill, root } = places.value;
  const before = readAgentFile(hooks);
  if (!before.ok) return before;
  const shown = shownPath(hooks, root);
  const edited = editHooks(verb, { text: before.value, options, root, shown });
  if (!edited.ok) return edited;
  const skilled = resolveSkill(verb, skill, root);
  if (!skilled.ok) return skilled;
  const changes = [
    { place: hooks, shown, from: before.value, to: edited.value.text },
    { place: skill, shown: skilled.value.file.file, from: skilled.value.before, to: skilled.value.text },
  ].filter(({ from, to }) => verb !== "status" && from !== to);
  for (const { place, to } of options.dryRun === true ? [] : changes) {
    const failure = writeAgentFile(place, to);
    if (failure !== null) return fail(failure);
  }
  const { agent } = options;
  return succeed({
    schemaVersion: 1,
    agent,
    files: [...edited.value.files, skilled.value.file],
    texts: Object.fromEntries(changes.map((change) => [change.shown, change.to])),
    notes:
      verb === "install" && edited.value.files.some(({ state }) => state === "installed")
        ? [...AGENTS[agent].notes, ...describeNext(options, root)]
        : [],
  });
}

/** What to do before the agent starts. */
function describeNext({ agent, program }: InstallOptions, root: string | null): readonly string[] {
  if (root === null) return [];
  return [
    ...(AGENTS[agent].projectNotes ?? []),
    "Run `verification --new-only` once: existing problems then do not block the agent.",
    ...(program.length === 1 || isInstalledIn(root)
      ? []
      : [
          `It starts through ${program[0]}, which is slower: run npm install --save-dev incremental-verification, then install again.`,
        ]),
  ];
}

interface Places {
  readonly hooks: OwnPlace;
  readonly skill: OwnPlace;
  /** Null for the user's own settings. */
  readonly root: string | null;
}

function findPlaces({ agent, cwd, env, user, afterEdit }: InstallOptions): Result<Places> {
  const facts = AGENTS[agent];
  if (afterEdit === true && facts.edit === null)
    return fail({
      kind: "usage",
      message: `${facts.title} ignores what a hook after an edit says, so none was installed.`,
      value: "--after-edit",
    });
  const file = join(SKILL_NAME, "SKILL.md");
  if (user === true) {
    const { base, path } = agentHome(facts, env);
    const skills = join(path, facts.userSkills);
    return succeed({
      hooks: { base, path: join(path, facts.userFile) },
      // Codex looks for skills beside its directory.
      skill: { base: isWithin(base, skills) ? base : dirname(base), path: join(skills, file) },
      root: null,
    });
  }
  const root = findRepository(cwd);
  if (root === null)
    return fail({
      kind: "usage",
      message: "This is not a git repository.",
      value: cwd,
      expected: "a directory in a repository, or --user",
    });
  return succeed({
    hooks: { base: root, path: facts.file },
    skill: { base: root, path: join(facts.skills, file) },
    root,
  });
}

interface Editing {
  readonly text: string | null;
  readonly options: InstallOptions;
  readonly root: string | null;
  readonly shown: string;
}

interface EditedHooks {
  readonly text: string | null;
  readonly files: readonly AgentFile[];
}

const WHAT = { stop: "stop hook", edit: "edit hook" } as const;

function editHooks(verb: Verb, { text: before, options, root, shown }: Editing): Result<EditedHooks> {
  const steps = listEntries(verb, options, root);
  const files: AgentFile[] = [];
  let text = before;
  for (const { which, entry } of verb === "uninstall" ? steps.toReversed() : steps) {
    const looked = lookForEntry(text, entry);
    if (typeof looked === "object") return fail(malformed(shown, text ?? "", looked));
    const edited = verb === "install" ? putEntry(text, entry) : text === null ? null : takeEntry(text, entry);
    if (edited !== null && isMalformed(edited)) return fail(malformed(shown, text ?? "", edited));
    if (verb !== "status" && edited !== null) text = edited.text;
    const isAsked = which === "stop" || options.afterEdit === true || looked !== "absent";
    if (isAsked) files.push({ what: WHAT[which], file: shown, state: STATES[verb][looked] });
  }
  return succeed({ text, files: verb === "uninstall" ? files.toReversed() : files });
}

const STATES = {
  install: { absent: "installed", other: "updated", present: "unchanged" },
  uninstall: { absent: "absent", other: "removed", present: "removed" },
  status: { absent: "absent", other: "changed", present: "present" },
} as const;

/** The affected hooks; uninstalling affects all of them. */
function listEntries(
  verb: Verb,
  { agent, program, afterEdit }: InstallOptions,
  root: string | null,
): readonly { readonly which: "stop" | "edit"; readonly entry: HookEntry }[] {
  const facts = AGENTS[agent];
  const wanted = (["stop", "edit"] as const).filter(
    (which) => which === "stop" || verb !== "install" || afterEdit === true,
  );
  return wanted.flatMap((which) => {
    const point = facts[which];
    if (point === null) return [];
    const command = hookCommandLine({ agent, root, program, isAfterEdit: which === "edit" });
    const entry = { agent, event: point.event, command, value: point.value(command), base: facts.base };
    return [{ which, entry }];
  });
}

interface ResolvedSkill {
  readonly file: AgentFile;
  readonly before: string | null;
  readonly text: string | null;
}

/** A skill file that somebody has changed is theirs; one from another version of this package is ours. */
function resolveSkill(verb: Verb, place: OwnPlace, root: string | null): Result<ResolvedSkill> {
  const before = readAgentFile(place);
  if (!before.ok) return before;
  const text = before.value;
  const ours = readShippedSkill();
  const state = SKILL_STATES[verb][text === null ? "absent" : compareSkill(text, ours)];
  const after = state === "installed" || state === "updated" ? ours : state === "removed" ? null : text;
  return succeed({ file: { what: "skill", file: shownPath(place, root), state }, before: text, text: after });
}

function compareSkill(text: string, ours: string): "same" | "other version" | "changed" {
  return text === ours ? "same" : isShippedSkill(text) ? "other version" : "changed";
}

const SKILL_STATES = {
  install: { absent: "installed", same: "unchanged", "other version": "updated", changed: "changed" },
  uninstall: { absent: "absent", same: "removed", "other version": "removed", changed: "changed" },
  status: { absent: "absent", same: "present", "other version": "present", changed: "changed" },
} as const;

function malformed(file: string, text: string, { at, expected }: Malformed): Failure {
  const found = text.slice(at, at + 20).split("\n")[0] ?? "";
  return {
    kind: "config-syntax",
    message: "The agent's settings cannot be edited. Nothing was written.",
    at: locateInText(file, text, at),
    ...(found === "" ? {} : { value: found }),
    expected,
  };
}
