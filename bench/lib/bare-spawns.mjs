// The floor for any tool on Node: so many processes that do nothing, in so many slots, started by nothing but a loop.
import { spawn } from "node:child_process";

let [left, slots] = process.argv.slice(2).map(Number);
const worker = async () => {
  while (left-- > 0)
    await new Promise((resolve) =>
      spawn("true", { stdio: ["ignore", "pipe", "pipe"], detached: true }).once("close", resolve),
    );
};
await Promise.all(Array.from({ length: slots }, worker));
