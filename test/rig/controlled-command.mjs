// A command that does what a test tells it over a socket: node controlled-command.mjs <socket> <name> [args...]
import { connect } from "node:net";
import { createInterface } from "node:readline";

const [socketPath, name, ...args] = process.argv.slice(2);
const socket = connect(socketPath);
socket.write(`${JSON.stringify({ name, args, pid: process.pid, cwd: process.cwd(), env: process.env })}\n`);
createInterface({ input: socket }).on("line", (line) => {
  const order = JSON.parse(line);
  if (order.stdout !== undefined) process.stdout.write(order.stdout);
  if (order.stderr !== undefined) process.stderr.write(order.stderr);
  if (order.exit !== undefined) process.exit(order.exit);
});
socket.on("close", () => process.exit(99));
