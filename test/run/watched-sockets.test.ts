import { createServer, type Server } from "node:net";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { findProgram } from "../rig/program.ts";
import { watchedPlace } from "../rig/watched.ts";

async function serve(at: string | number): Promise<Server> {
  const server = createServer((socket) => socket.end("hello")).listen(at);
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return server;
}

/** Connects, and prints what it is told. */
const ask = (at: string): string =>
  `require("node:net").connect(${at}).on("data", (data) => process.stdout.write(data)).on("error", (error) => console.log(error.code))`;

describe("a command that talks to somebody on this machine", () => {
  it("is not seen as a whole, whatever way it talks", async () => {
    const place = watchedPlace();
    const file = join(place.root, "outside.sock");
    await serve(file);
    await serve(`\0watched-${process.pid}`);
    const { port } = (await serve(0)).address() as AddressInfo;
    const byFile = await place.node(ask('"outside.sock"'));
    expect([byFile.stdout, byFile.trace?.blind]).toEqual([
      "hello",
      `it talked to ${file}, which it did not start`,
    ]);
    const byName = await place.node(ask(JSON.stringify(`\0watched-${process.pid}`)));
    expect(byName.trace?.blind).toBe(`it talked to @watched-${process.pid}, which it did not start`);
    const byPort = await place.sh(`${process.execPath} -e '${ask(`${port}, "127.0.0.1"`)}'`);
    expect([byPort.stdout, byPort.trace?.blind]).toEqual([
      "hello",
      `it talked to port ${port} of this machine, which it did not start`,
    ]);
  });

  it("is seen as a whole where it started the other one itself, or nobody is there", async () => {
    const place = watchedPlace();
    const own = (at: string, connectTo: string): string =>
      `const server = require("node:net").createServer((socket) => socket.end("own")).listen(${at}, () =>
         require("node:child_process").execFile(process.execPath, ["-e", ${JSON.stringify(ask("AT"))}.replace("AT", ${connectTo})], (_, out) => {
           console.log(out);
           server.close();
         }))`;
    for (const [at, to] of [
      ["'own.sock'", `"'own.sock'"`],
      ["'\\0own-' + process.pid", `"'\\\\0own-" + process.pid + "'"`],
      ["0", "server.address().port"],
    ] as const) {
      const outcome = await place.node(own(at, to));
      expect([outcome.stdout, outcome.stderr, outcome.trace?.blind]).toEqual(["own\n", "", null]);
    }
    const server = createServer().listen(0);
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, "close");
    const refused = await place.node(ask(`${port}, "127.0.0.1"`));
    expect([refused.stdout, refused.trace?.blind]).toEqual(["ECONNREFUSED\n", null]);
    const absent = await place.node(ask('"absent.sock"'));
    expect([absent.stdout, absent.trace?.blind]).toEqual(["ENOENT\n", null]);
  });

  it("finds no ring of the kernel to ask through, and so is seen as a whole", async () => {
    const place = watchedPlace();
    place.write("in", "content");
    const outcome = await place.node('require("node:fs/promises").readFile("in", "utf8").then(console.log)');
    expect([outcome.stdout, outcome.trace?.blind]).toEqual(["content\n", null]);
    expect(place.told(outcome)).toContain("read in");
    const asked = await place.run([
      findProgram({ places: ["/usr/bin/perl"], debian: "perl", advice: "Install perl: it makes odd calls." }),
      "-e",
      'my $parameters = "\\0" x 120; print syscall(425, 4, $parameters), " ", $! + 0;',
    ]);
    // 38 is ENOSYS, as on a kernel that has none.
    expect([asked.stdout, asked.trace?.blind]).toEqual(["-1 38", null]);
  });
});
