import { loadConfig } from "../../config/load.ts";
import { plain } from "../../report/print/plain.ts";
import { answerFlow } from "../answers/answers.ts";
import type { Action } from "../api.ts";
import type { PageSession } from "../session.ts";

/** The action of a request; null if it is not valid, or about something that does not exist. */
export async function readAction(
  given: Readonly<Record<string, unknown>>,
  session: PageSession,
): Promise<Action | null> {
  const text = (name: string): string => (typeof given[name] === "string" ? given[name] : "");
  switch (given["type"]) {
    case "verify":
    case "verify-all":
    case "recover":
    case "stop":
      return { type: given["type"] };
    case "rerun": {
      const loaded = await loadConfig({ ...session.options, cwd: session.cwd, env: session.env });
      const names = loaded.ok ? loaded.value.checks.map(({ name }) => name) : [];
      const check = names.find((name) => name === text("check") || plain(name) === text("check"));
      return check === undefined ? null : { type: "rerun", check };
    }
    case "flow-build":
    case "flow-done": {
      const flow = await answerFlow(session);
      const items = flow.ok ? flow.value.items : [];
      if (given["type"] === "flow-done") {
        const phase = items.find(({ active }) => active?.phase === text("phase"))?.active?.phase ?? null;
        return phase === null ? null : { type: "flow-done", phase };
      }
      const item = items.find(({ slug }) => slug === text("item"));
      if (item === undefined) return null;
      const onStale = text("onStale");
      return { type: "flow-build", item: item.slug, ...(onStale === "" ? {} : { onStale }) };
    }
    default:
      return null;
  }
}
