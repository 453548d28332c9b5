import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AgentName } from "../../src/vocabulary/flow/agent.ts";
import { rigWithLint, SILENT } from "../rig/agents.ts";
import { Rig, shell } from "../rig/rig.ts";

/** What carries the text after an edit. */
const TOLD_BY: Readonly<Record<AgentName, string>> = {
  claude: "FAILED: ",
  codex: '{"decision":"block","reason":"FAILED: ',
  cursor: "",
  copilot: '{"additionalContext":"FAILED: ',
  gemini: '{"hookSpecificOutput":{"hookEventName":"AfterTool","additionalContext":"FAILED: ',
};

describe("after an edit", () => {
  const edited: Readonly<Record<Exclude<AgentName, "cursor">, (file: string) => object>> = {
    claude: (file) => ({
      session_id: "s",
      hook_event_name: "PostToolUse",
      tool_name: "Edit",
      tool_input: { file_path: file, old_string: "a", new_string: "b" },
      tool_response: { filePath: file, success: true },
    }),
    codex: (file) => ({
      session_id: "s",
      hook_event_name: "PostToolUse",
      tool_name: "apply_patch",
      tool_input: { command: `*** Begin Patch\n*** Update File: ${file}\n@@\n-a\n+b\n*** End Patch` },
    }),
    copilot: (file) => ({
      sessionId: "s",
      toolName: "edit",
      toolArgs: JSON.stringify({ path: file }),
      toolResult: { resultType: "success", textResultForLlm: "ok" },
    }),
    gemini: (file) => ({
      session_id: "s",
      hook_event_name: "AfterTool",
      tool_name: "replace",
      tool_input: { file_path: file },
      tool_response: { llmContent: "ok" },
    }),
  };

  it.each(Object.entries(edited))(
    "the quick checks run on that file alone, and %s is told",
    async (agent, input) => {
      const rig = new Rig();
      rig.config({
        checks: [
          {
            name: "lint",
            command: "sh",
            args: [
              "-c",
              'for f; do grep -Hn BAD "$f" | sed "s/:BAD/:1: error: bad line/"; done; ! grep -q BAD "$@"',
              "sh",
              "{files}",
            ],
            tags: ["quick"],
            files: ["src/*.txt"],
          },
          shell("slow", "exit 1"),
        ],
      });
      rig.write("src/a.txt", "fine\n");
      rig.write("src/b.txt", "fine\n");
      rig.commitAll();
      await rig.verification(["--tag", "quick"]);
      const say = (file: string): Promise<{ status: number | null; stdout: string; stderr: string }> =>
        rig.verification(["agent", "hook", agent, "--after-edit"], {
          input: JSON.stringify({ ...input(file), cwd: rig.root }),
        });
      const silent = { status: 0, stdout: SILENT[agent as AgentName], stderr: "" };
      rig.write("src/b.txt", "BAD\n");
      expect(await say(join(rig.root, "src/a.txt"))).toEqual(silent);
      expect(await say("elsewhere.txt")).toEqual(silent);
      const told = await say(join(rig.root, "src/b.txt"));
      expect(told.status).toBe(agent === "claude" ? 2 : 0);
      const text = agent === "claude" ? told.stderr : told.stdout;
      expect(text).toContain("src/b.txt:1");
      expect(text).not.toContain("slow");
      expect(text).toContain(TOLD_BY[agent as AgentName]);
    },
  );

  it("nothing is run where no check is quick", async () => {
    const rig = rigWithLint();
    rig.write("src/a.txt", "BAD\n");
    const input = JSON.stringify({ ...edited.claude(join(rig.root, "src/a.txt")), cwd: rig.root });
    expect(await rig.verification(["agent", "hook", "claude", "--after-edit"], { input })).toEqual({
      status: 0,
      stdout: "",
      stderr: "",
    });
  });
});
