import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { OwnPlace } from "../../system/own/own-place.ts";
import type { AgentName } from "../../vocabulary/flow/agent.ts";
import type { HookEntry } from "../hook/hook-entry.ts";

/** The hooks and skills of an agent, according to its documentation. */
export interface AgentFacts {
  readonly title: string;
  /** The file with its hooks, relative to the root of the repository, and to its directory in the user's home. */
  readonly file: string;
  readonly userFile: string;
  /** The directory of skills, in the same way. */
  readonly skills: string;
  readonly userSkills: string;
  /** Its directory in the user's home, and the variable that overrides it. */
  readonly home: string;
  readonly homeVariable: string | null;
  /** The path to the root of the repository in the shell of a hook; empty if hooks start there. */
  readonly root: string;
  readonly base: HookEntry["base"];
  readonly stop: HookPoint;
  /** After an edit; null if the agent does not read the output of such a hook. */
  readonly edit: HookPoint | null;
  readonly notes: readonly string[];
  /** The same for the set-up of a project. */
  readonly projectNotes?: readonly string[];
}

interface HookPoint {
  readonly event: string;
  readonly value: (command: string) => object;
}

/** Agents end a hook that takes longer; most of them end it sooner by default. */
const SECONDS = 600;
const EDIT_SECONDS = 120;

const group =
  (handler: object, matcher?: string) =>
  (command: string): object => ({
    ...(matcher === undefined ? {} : { matcher }),
    hooks: [{ type: "command", command, ...handler }],
  });

export const AGENTS: Readonly<Record<AgentName, AgentFacts>> = {
  claude: {
    title: "Claude Code",
    file: ".claude/settings.json",
    userFile: "settings.json",
    skills: ".claude/skills",
    userSkills: "skills",
    home: ".claude",
    homeVariable: "CLAUDE_CONFIG_DIR",
    root: '"$CLAUDE_PROJECT_DIR"/',
    base: {},
    stop: { event: "Stop", value: group({ timeout: SECONDS }) },
    edit: { event: "PostToolUse", value: group({ timeout: EDIT_SECONDS }, "Edit|MultiEdit|Write") },
    notes: [],
  },
  codex: {
    title: "Codex",
    file: ".codex/hooks.json",
    userFile: "hooks.json",
    skills: ".agents/skills",
    userSkills: "../.agents/skills",
    home: ".codex",
    homeVariable: "CODEX_HOME",
    root: '"$(git rev-parse --show-toplevel)"/',
    base: {},
    stop: { event: "Stop", value: group({ timeout: SECONDS }) },
    edit: { event: "PostToolUse", value: group({ timeout: EDIT_SECONDS }, "apply_patch|Edit|Write") },
    notes: ["Codex runs a new hook only after you trust it: open /hooks there."],
  },
  cursor: {
    title: "Cursor",
    file: ".cursor/hooks.json",
    userFile: "hooks.json",
    skills: ".cursor/skills",
    userSkills: "skills",
    home: ".cursor",
    homeVariable: null,
    root: "./",
    base: { version: 1 },
    // Cursor's own limit is higher than ours, so that we can say a last word.
    stop: { event: "stop", value: (command) => ({ command, timeout: SECONDS, loop_limit: 10 }) },
    edit: null,
    notes: [],
  },
  copilot: {
    title: "GitHub Copilot",
    file: ".github/hooks/verification.json",
    userFile: "hooks/verification.json",
    skills: ".github/skills",
    userSkills: "skills",
    home: ".copilot",
    homeVariable: "COPILOT_HOME",
    root: "./",
    base: { version: 1 },
    stop: {
      event: "agentStop",
      value: (command) => ({ type: "command", command, timeoutSec: SECONDS }),
    },
    edit: {
      event: "postToolUse",
      value: (command) => ({
        type: "command",
        matcher: "edit|create|str_replace_editor|apply_patch",
        command,
        timeoutSec: EDIT_SECONDS,
      }),
    },
    notes: [],
    projectNotes: ["Copilot's cloud agent reads hooks from the default branch: commit the file."],
  },
  gemini: {
    title: "Gemini CLI",
    file: ".gemini/settings.json",
    userFile: "settings.json",
    skills: ".gemini/skills",
    userSkills: "skills",
    home: ".gemini",
    homeVariable: null,
    root: '"$GEMINI_PROJECT_DIR"/',
    base: {},
    stop: {
      event: "AfterAgent",
      value: group({ name: "verification", timeout: SECONDS * 1000 }),
    },
    edit: {
      event: "AfterTool",
      value: group({ name: "verification-edit", timeout: EDIT_SECONDS * 1000 }, "write_file|replace"),
    },
    notes: [],
  },
};

/** The agent's directory in the user's home, as a place with its base there. */
export function agentHome({ home, homeVariable }: AgentFacts, env: NodeJS.ProcessEnv): OwnPlace {
  const named = homeVariable === null ? undefined : env[homeVariable];
  const path = named === undefined || named === "" ? join(env["HOME"] ?? homedir(), home) : named;
  return { base: existsSync(path) ? path : dirname(path), path };
}
