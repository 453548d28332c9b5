import { describe, expect, it } from "vitest";
import { refuseRequest } from "../../src/ui/server/refuse-request.ts";

const guard = { port: 4321, token: "secret-token" };
const OWN = { host: "127.0.0.1:4321", authorization: "Bearer secret-token" };

function ask(
  headers: Readonly<Record<string, string>>,
  more: { url?: string; method?: string } = {},
): number | null {
  const { url = "/api/state", method = "GET" } = more;
  return refuseRequest({ method, url, headers: { ...OWN, ...headers } }, guard)?.status ?? null;
}

describe("a request to the dashboard", () => {
  it("is answered with the token, under its own name", () => {
    expect(ask({})).toBeNull();
    expect(ask({ host: "localhost:4321", origin: "http://localhost:4321" })).toBeNull();
  });

  it("is refused without a token, with a part of it, and with another", () => {
    for (const authorization of ["", "Bearer ", "Bearer secret-toke", "Bearer secret-token2", "secret-token"])
      expect(ask({ authorization })).toBe(401);
  });

  it("is refused under a name that only leads here, with or without the token", () => {
    for (const host of ["evil.example:4321", "127.0.0.1", "127.0.0.1:80", "127.0.0.1.evil.example:4321", ""])
      expect(ask({ host })).toBe(403);
    expect(ask({ host: "evil.example:4321" }, { url: "/" })).toBe(403);
  });

  it("is refused from another origin, also from another port of this machine", () => {
    for (const origin of ["https://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1:4321"])
      expect(ask({ origin })).toBe(403);
  });

  it("is refused where the browser says that another site asks", () => {
    expect(ask({ "sec-fetch-site": "cross-site" }, { url: "/" })).toBe(403);
    expect(ask({ "sec-fetch-site": "same-site" })).toBe(403);
    expect(ask({ "sec-fetch-site": "none" }, { url: "/" })).toBeNull();
  });

  it("is refused with any other method", () => {
    for (const method of ["PUT", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"])
      expect(ask({}, { method })).toBe(405);
    expect(ask({}, { method: "POST", url: "/" })).toBe(405);
  });

  it("is refused with an address without end", () => {
    expect(ask({}, { url: `/api/names?words=${"a".repeat(10_000)}` })).toBe(414);
  });
});
