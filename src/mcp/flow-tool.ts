import { z } from "zod";
import { flow, type ShownItem } from "../flow/flow.ts";
import { plural } from "../report/format.ts";
import { plainLine } from "../report/print/plain.ts";
import { fail } from "../values/succeed.ts";
import type { FlowOutcome } from "../vocabulary/flow/flow.ts";
import { type Answered, LEGEND, quote, type McpTool } from "./tool.ts";

const input = z.object({
  verb: z.enum(["list", "show", "done"]),
  name: z.string().optional().describe("The item to show, or the phase that is done"),
});
const output = z.object({
  items: z.array(z.object({ slug: z.string(), status: z.string(), next: z.string(), remaining: z.number() })),
  outcome: z.string().nullable(),
});
type FlowAnswer = Answered<z.input<typeof output>>;

/** Items and their phases. */
export const flowTool: McpTool<typeof input, typeof output> = {
  name: "flow",
  description: "Work items and their phases: list them, show one, or mark a phase as done (checks its gate).",
  input,
  output,
  isReadOnly: false,
  run: async ({ verb, name = "" }, session, call) => {
    const signal = AbortSignal.any([session.signal, call.signal]);
    const options = { cwd: session.cwd, env: session.env, signal };
    if (verb === "list") {
      const listed = await flow.list(options);
      return listed.ok ? describeItems(listed.value.items) : listed;
    }
    if (name === "")
      return fail({
        kind: "usage",
        message: `flow ${verb} needs a name.`,
        hint: "Call flow with verb list first.",
      });
    if (verb === "show") {
      const shown = await flow.show(name, options);
      return shown.ok ? describeItems([shown.value]) : shown;
    }
    const done = await flow.done(name, options);
    return done.ok ? describeOutcome(done.value) : done;
  },
};

function describeItems(shown: readonly ShownItem[]): FlowAnswer {
  const items = shown.slice(0, 50).map(({ slug, status, active, startPhase, remainingPhases }) => ({
    slug: plainLine(slug, 100),
    status,
    next: plainLine(active?.phase ?? startPhase ?? remainingPhases[0] ?? "", 60),
    remaining: remainingPhases.length,
  }));
  const lines = items.map(({ slug, status, next }) =>
    quote(`${slug}: ${status}${next === "" ? "" : `, next ${next}`}`),
  );
  const text = [`${plural(shown.length, "item")}.`, ...(lines.length === 0 ? [] : [LEGEND]), ...lines].join(
    "\n",
  );
  return { text, value: { items, outcome: null } };
}

function describeOutcome(outcome: FlowOutcome): FlowAnswer {
  const said = plainLine(
    JSON.stringify(outcome, [
      "type",
      "item",
      "phase",
      "workflow",
      "why",
      "details",
      "brief",
      "task",
      "produce",
      "next",
    ]),
    2000,
  );
  return {
    text: [`Outcome: ${outcome.type}.`, LEGEND, `| ${said}`].join("\n"),
    value: { items: [], outcome: outcome.type },
  };
}
