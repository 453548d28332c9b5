import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Proxy, startCacheServer, TOKEN, type Fault } from "../rig/cache-server.ts";
import { filesCheck, Team } from "../rig/team.ts";

const storage = mkdtempSync(join(tmpdir(), "verification-server-"));
let server: Awaited<ReturnType<typeof startCacheServer>>;

beforeAll(async () => {
  server = await startCacheServer(storage);
}, 900_000);

afterAll(() => {
  server.stop();
  rmSync(storage, { recursive: true, force: true });
});

const env = { VERIFICATION_CACHE_TOKEN: TOKEN };

/** A team that shares through the real server, with a proxy in front of it that behaves until it is told otherwise. */
async function openTeam(
  remote: object = { team: "our-team" },
): Promise<{ readonly team: Team; readonly proxy: Proxy }> {
  const team = new Team();
  const proxy = new Proxy(server.url);
  team.url = await proxy.start();
  const author = team.clone();
  author.config([filesCheck], remote);
  author.commit();
  author.git("push", "--quiet", "origin", "HEAD:main");
  return { team, proxy };
}

describe("a server of the Turborepo remote cache API", () => {
  it("lets a second machine verify nothing, with a handful of requests", async () => {
    const { team, proxy } = await openTeam();
    const first = await team.clone().verify(team.ci, env);
    expect(first).toMatchObject({ filesVerified: 3, warnings: [] });
    proxy.requests.length = 0;
    const reader = team.clone();
    expect(await reader.verify(null, env)).toMatchObject({ filesVerified: 0, cacheHits: 3, warnings: [] });
    expect(proxy.requests).toHaveLength(2);
    expect(proxy.requests[0]).toMatch(/^GET \/v8\/artifacts\/[0-9a-f]{64}\?slug=our-team$/);
    // Where nothing is missing, nothing is asked for.
    expect(await reader.verify(null, env)).toMatchObject({ filesVerified: 0, cacheHits: 3 });
    expect(proxy.requests).toHaveLength(2);
  });

  it("a server of the Turborepo remote cache API that wants a team says so where none is declared", async () => {
    const { team } = await openTeam({});
    const { filesVerified, warnings } = await team.clone().verify(team.ci, env);
    expect([filesVerified, warnings]).toEqual([
      3,
      [
        expect.stringMatching(
          /could not be read \(it answered 400: it may want a team \(cache\.remote\.team\)\)/,
        ),
      ],
    ]);
  });

  const faults: Readonly<Record<string, { readonly fault: Fault; readonly says: RegExp }>> = {
    "answers 500": {
      fault: (_, outgoing) => outgoing.writeHead(500).end("oh"),
      says: /could not be read \(it answered 500\)/,
    },
    "answers 401": {
      fault: (_, outgoing) => outgoing.writeHead(401).end("{}"),
      says: /it answered 401: VERIFICATION_CACHE_TOKEN is not accepted there/,
    },
    "never answers": { fault: () => {}, says: /it takes too long to answer/ },
    "answers byte by byte": {
      fault: (_, outgoing) => {
        outgoing.writeHead(200);
        const timer = setInterval(() => outgoing.write("{"), 50);
        outgoing.once("close", () => clearInterval(timer));
      },
      says: /it takes too long to answer/,
    },
    "hangs up": { fault: (incoming) => incoming.socket.destroy(), says: /could not be read \(/ },
    "hangs up in the middle": {
      fault: (_, outgoing) => {
        outgoing.writeHead(200, { "content-length": "1000" });
        outgoing.write("{", () => outgoing.destroy());
      },
      says: /could not be read \(/,
    },
    "gives less than it has": {
      fault: (_, __, pass) => pass((body) => body.subarray(0, body.length >> 1)),
      says: /1 of what it has was refused \(1 damaged\)/,
    },
    "gives something else": {
      fault: (_, __, pass) => pass(() => Buffer.from("<html>Please log in</html>")),
      says: /1 of what it has was refused \(1 damaged\)/,
    },
    "gives another body of the same length": {
      fault: (_, __, pass) => pass((body) => (body[0] === 0x7b ? body : Buffer.alloc(body.length, 1))),
      says: /1 of what it has was refused \(1 damaged\)/,
    },
    "sends elsewhere": {
      fault: (_, outgoing) => outgoing.writeHead(302, { location: "http://127.0.0.1:9/" }).end(),
      says: /could not be read \(/,
    },
    "gives without end": {
      fault: (_, outgoing) => {
        outgoing.writeHead(200);
        const chunk = Buffer.alloc(1024 * 1024, " ");
        const more = (): void => void (outgoing.destroyed || outgoing.write(chunk, more));
        more();
      },
      says: /what it has is too large|it takes too long/,
    },
  };

  it.each(Object.entries(faults))(
    "a server of the Turborepo remote cache API that %s costs work and one line, and never the run",
    async (_, each) => {
      const { team, proxy } = await openTeam();
      await team.clone().verify(team.ci, env);
      proxy.fault = each.fault;
      const reader = team.clone();
      const { success, filesVerified, warnings } = await reader.verify(null, env);
      expect([success, filesVerified]).toEqual([true, 3]);
      expect(warnings).toEqual([expect.stringMatching(each.says)]);
      // What it has verified itself, it knows without the server.
      expect(await reader.verify(null, env)).toMatchObject({ success: true, filesVerified: 0 });
    },
  );

  it("a server of the Turborepo remote cache API that is down is not waited for, and the run says so once", async () => {
    const { team, proxy } = await openTeam();
    proxy.stop();
    const { success, warnings, stderr } = await team.clone().verify(team.ci, env);
    expect([success, warnings]).toEqual([
      true,
      [
        expect.stringMatching(
          /^Shared cache: http:.* could not be read \(nobody listens there, ECONNREFUSED\)\.$/,
        ),
      ],
    ]);
    expect(stderr.match(/Shared cache/g)).toHaveLength(1);
  });

  it("a server of the Turborepo remote cache API that is full, or takes nothing, loses what was to be shared, and says so", async () => {
    const { team, proxy } = await openTeam();
    proxy.fault = (incoming, outgoing, pass) => {
      if (incoming.method === "PUT") outgoing.writeHead(507).end();
      else pass();
    };
    const { success, filesVerified, stderr } = await team.clone().verify(team.ci, env);
    expect([success, filesVerified]).toEqual([true, 3]);
    expect(stderr).toContain("Shared cache: nothing was written (it answered 507: there is no room).");
    proxy.fault = null;
    expect(await team.clone().verify(null, env)).toMatchObject({ filesVerified: 3, warnings: [] });
  });

  it("a server of the Turborepo remote cache API that has trouble for a moment is asked again", async () => {
    const { team, proxy } = await openTeam();
    await team.clone().verify(team.ci, env);
    let faults = 0;
    proxy.fault = (_, outgoing, pass) => (faults++ % 2 === 0 ? void outgoing.writeHead(503).end() : pass());
    expect(await team.clone().verify(null, env)).toMatchObject({
      filesVerified: 0,
      cacheHits: 3,
      warnings: [],
    });
  });

  it("gets the token from the base branch's address alone", async () => {
    const { team, proxy } = await openTeam();
    const seen: (string | undefined)[] = [];
    const other = new Proxy("http://127.0.0.1:9");
    const address = await other.start();
    const reviewer = team.clone();
    reviewer.git("switch", "--quiet", "--create", "topic");
    reviewer.config([filesCheck], { url: address });
    proxy.fault = (incoming, _, pass) => {
      seen.push(incoming.headers.authorization);
      pass();
    };
    await reviewer.verify(team.ci, env);
    expect(other.requests).toEqual([]);
    expect(new Set(seen)).toEqual(new Set([`Bearer ${TOKEN}`]));
  });
});
