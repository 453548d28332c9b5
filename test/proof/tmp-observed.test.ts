import { appendFileSync } from "node:fs";
import { it } from "vitest";
import { runMutations } from "./mutations/mutations-part.ts";
import { OBSERVED_GUARDS } from "./mutations/observed-guards.ts";
it("x", { timeout: 3_600_000 }, () => {
  const r = runMutations(OBSERVED_GUARDS, (t) => appendFileSync("/tmp/mm/log", t + "\n"), process.cwd());
  appendFileSync("/tmp/mm/log", JSON.stringify(r, null, 1));
});
