import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  sign,
  verify,
  type KeyObject,
} from "node:crypto";

/** A key whose signatures are trusted. */
export interface TrustedKey {
  /** Tells keys apart, and is short enough to show. */
  readonly id: string;
  /** The name of its owner; its id if there is none. */
  readonly name: string;
  /** Trusted only for other branches, never for the base branch. */
  readonly onlyBranches: boolean;
  hasSigned(parts: readonly SignedPart[], signature: Uint8Array): boolean;
}

/** A writer's own key. */
export interface SigningKey {
  readonly id: string;
  /** The public half, as written in a configuration. */
  readonly publicText: string;
  sign(parts: readonly SignedPart[]): Buffer;
}

export type SignedPart = string | Uint8Array;

const PUBLIC = /^ed25519:([A-Za-z0-9_-]{43})((?:[ \t]+\S+)*)$/;
const SECRET = /^ed25519-secret:([A-Za-z0-9_-]{43})$/;

export function isPublicKey(text: string): boolean {
  return text.startsWith("ed25519:");
}

/** Reads `ed25519:<key> [branches] [name]`; null for anything else. */
export function readPublicKey(text: string): TrustedKey | null {
  const [, x, rest = ""] = PUBLIC.exec(text.trim()) ?? [];
  if (x === undefined) return null;
  const words = rest.split(/[ \t]+/).filter(Boolean);
  const onlyBranches = words[0] === "branches";
  const name = words.slice(onlyBranches ? 1 : 0).join(" ");
  try {
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    const id = identify(x);
    return {
      id,
      name: name === "" ? id : name,
      onlyBranches,
      hasSigned: (parts, signature) => signature.length === 64 && verify(null, join(parts), key, signature),
    };
  } catch {
    return null;
  }
}

export function readSecretKey(text: string): SigningKey | null {
  const [, seed] = SECRET.exec(text.trim()) ?? [];
  if (seed === undefined) return null;
  try {
    const der = Buffer.concat([PREFIX, Buffer.from(seed, "base64url")]);
    return signingKey(createPrivateKey({ key: der, format: "der", type: "pkcs8" }));
  } catch {
    return null;
  }
}

/** A new key, and its secret half as text. */
export function createSigningKey(): { readonly key: SigningKey; readonly secretText: string } {
  const { privateKey } = generateKeyPairSync("ed25519");
  const { d = "" } = privateKey.export({ format: "jwk" });
  return { key: signingKey(privateKey), secretText: `ed25519-secret:${d}` };
}

/** What PKCS#8 puts before the 32 bytes of an Ed25519 key. */
const PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

function signingKey(key: KeyObject): SigningKey {
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  return { id: identify(x), publicText: `ed25519:${x}`, sign: (parts) => sign(null, join(parts), key) };
}

function identify(x: string): string {
  return hash("sha256", Buffer.from(x, "base64url"), "hex").slice(0, 16);
}

/** With the length of each part, so that two different lists of parts never give the same text. */
function join(parts: readonly SignedPart[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = typeof part === "string" ? Buffer.from(part) : part;
      return [Buffer.from(`${bytes.length}:`), bytes];
    }),
  );
}
