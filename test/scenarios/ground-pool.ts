import { Ground } from "./ground.ts";

const idle = new Map<string, Ground[]>();
const owners = new Map<Ground, string>();

/** A ground with these tools, of an earlier scenario where there is one: to install them takes longer than a scenario. */
export function borrowGround(tools: readonly string[]): Ground {
  const key = [...tools].sort().join();
  const ground = idle.get(key)?.pop() ?? new Ground(tools);
  owners.set(ground, key);
  return ground;
}

export function giveBack(ground: Ground): void {
  const key = owners.get(ground) ?? "";
  idle.set(key, [...(idle.get(key) ?? []), ground]);
}

export function removeGrounds(): void {
  for (const ground of owners.keys()) ground.remove();
  owners.clear();
  idle.clear();
}
