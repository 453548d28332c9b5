import { loadConfig } from "../../src/config/load.ts";
import { openRepositoryStore } from "../../src/verify/repository-store.ts";

/** Gives a repository that was verified once a long past, through its own store: rows are sealed. */
export async function makeLongPast(root: string, runs: number): Promise<void> {
  const loaded = await loadConfig({ cwd: root, env: process.env });
  if (!loaded.ok) throw new Error("The configuration cannot be used.");
  const store = await openRepositoryStore(loaded.value, { create: true });
  const [last] = store.history.listRuns(1);
  if (last === undefined) throw new Error("It was never verified.");
  const earlier = Array.from({ length: runs - 1 }, (_, index) => ({
    ...last,
    runId: `20250101-000000-${index.toString(16).padStart(6, "0")}`,
    startedAt: last.startedAt - (runs - index) * 60_000,
    duration: 500 + (index % 97) * 20,
    success: index % 9 !== 0,
  }));
  store.history.recordRuns([...earlier, { ...last, runId: last.runId.replace(/.{6}$/, "ffffff") }]);
  store.close();
}
