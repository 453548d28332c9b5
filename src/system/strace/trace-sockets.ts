import { networkInterfaces } from "node:os";
import type { RealNames } from "../files/real-names.ts";
import { type TracedCall, unescape } from "./trace-line.ts";

/** Tracks who is talked to on this machine: what another process does for a command is invisible. */
export interface TraceSockets {
  /** False if the call cannot be read. */
  take(call: TracedCall, cwd: string | null): boolean;
  /** A process that the command talked to and did not start; null if there is none. */
  stranger(): string | null;
}

/** They answer for names and users, or take messages; no verdict depends on files through them. */
const SERVICES =
  /^\/(?:var\/)?run\/(?:nscd\/socket|systemd\/(?:resolve|userdb|journal)\/.*)$|^\/var\/lib\/sss\/pipes\/|^\/dev\/log$/;
const DOMAIN_NAMES = 53;

type Address =
  | { readonly type: "file" | "abstract"; readonly name: string }
  | { readonly type: "port"; readonly port: number; readonly host: string }
  | { readonly type: "none" };

export function createTraceSockets(names: RealNames): TraceSockets {
  const bound = new Set<string>();
  /** By the socket, until it is known that nobody answered. */
  const talks = new Map<string, string>();
  const own = ownAddresses();

  const keyOf = (address: Address, cwd: string | null): string | null => {
    if (address.type === "none") return null;
    if (address.type === "port") return `port ${address.port} of this machine`;
    if (address.type === "abstract") return `@${address.name}`;
    return names.real(names.absolute(cwd ?? "/", address.name), "followed");
  };
  const isOwnService = (address: Address, key: string): boolean =>
    address.type === "port"
      ? address.port === 0 || address.port === DOMAIN_NAMES || !own(address.host)
      : address.type === "file" && SERVICES.test(key);

  return {
    take: ({ name, args, handle, result }, cwd) => {
      if (name === "getsockopt") {
        if (handle !== null && /\bSO_ERROR, \[E[A-Z]+\]/.test(args)) talks.delete(handle);
        return true;
      }
      if (result.type === "unknown" || (result.type === "failed" && result.error !== "EINPROGRESS"))
        return true;
      const address = parseAddress(args);
      if (address === null || (address.type === "file" && cwd === null && !address.name.startsWith("/")))
        return false;
      const key = keyOf(address, cwd);
      if (key === null) return true;
      if (name !== "connect") bound.add(key);
      else if (!bound.has(key) && !isOwnService(address, key)) talks.set(handle ?? key, key);
      return true;
    },
    // Some pad a name with zeros, which are part of it.
    stranger: () => talks.values().next().value?.replace(/\0+$/, "") ?? null,
  };
}

const UNIX = /\{sa_family=AF_(?:UNIX|LOCAL), sun_path=(@?)"((?:[^"\\]|\\.)*)"/;
const INTERNET = /\{sa_family=AF_INET, sin_port=htons\((\d+)\), sin_addr=inet_addr\("([\d.]+)"\)/;
const INTERNET6 = /\{sa_family=AF_INET6, sin6_port=htons\((\d+)\), .*inet_pton\(AF_INET6, "([\da-f:.]+)"/;
const FAMILY = /\{sa_family=(AF_\w+)/;

function parseAddress(args: string): Address | null {
  const [, abstract, name] = UNIX.exec(args) ?? [];
  if (name !== undefined) return { type: abstract === "@" ? "abstract" : "file", name: unescape(name) };
  const [, port, host = ""] = INTERNET.exec(args) ?? INTERNET6.exec(args) ?? [];
  if (port !== undefined) return { type: "port", port: Number(port), host };
  const [, family] = FAMILY.exec(args) ?? [];
  return family === undefined || family.startsWith("AF_INET") ? null : { type: "none" };
}

/** Whether an address is one of this machine. */
function ownAddresses(): (host: string) => boolean {
  const known = new Set(
    Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address)),
  );
  return (host) => {
    const plain = host.replace(/^::ffff:/, "");
    return /^127\.|^0\.0\.0\.0$|^::1?$/.test(plain) || known.has(plain);
  };
}
