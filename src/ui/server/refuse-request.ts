import { hash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** The part of a request that is checked first. */
export interface RequestHead {
  readonly method: string;
  /** As sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

export interface RequestGuard {
  readonly port: number;
  readonly token: string;
}

export interface RefusedRequest {
  readonly status: number;
  readonly error: string;
}

const LONGEST_URL = 4096;

/**
 * Why a request is refused; null if it is not. Any page on the internet can send requests to this port, even under its
 * own name that resolves to this machine. So the name, the origin and the token must be ours, and no header lets other
 * pages read answers.
 */
export function refuseRequest(
  { method, url, headers }: RequestHead,
  { port, token }: RequestGuard,
): RefusedRequest | null {
  const ownHosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!ownHosts.includes(headers.host ?? ""))
    return { status: 403, error: "This name does not belong to the server." };
  if (headers.origin !== undefined && !ownHosts.some((host) => headers.origin === `http://${host}`))
    return { status: 403, error: "Requests from other origins are refused." };
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none")
    return { status: 403, error: "Requests from other sites are refused." };
  if (method !== "GET" && method !== "POST") return { status: 405, error: "Only GET and POST are allowed." };
  if (url.length > LONGEST_URL) return { status: 414, error: "The address is too long." };
  if (!url.startsWith("/api/"))
    return method === "GET" ? null : { status: 405, error: "Only GET is allowed here." };
  if (!isToken(headers.authorization ?? "", token))
    return { status: 401, error: "Open the address that the command printed: its token is missing or old." };
  return null;
}

/** Takes equally long whatever is sent. */
function isToken(sent: string, token: string): boolean {
  const digest = (text: string): Buffer => Buffer.from(hash("sha256", text, "hex"), "hex");
  return timingSafeEqual(digest(sent), digest(`Bearer ${token}`));
}
