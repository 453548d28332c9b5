import type { IncomingMessage } from "node:http";

const LIMIT = 16 * 1024;

/** The JSON object in the body of a request, or the status with which it is refused. */
export async function readBody(
  request: IncomingMessage,
): Promise<{ readonly value: Readonly<Record<string, unknown>> } | { readonly status: number }> {
  // A form of another site can send any other type without asking first.
  if (!/^application\/json(?:;|$)/.test(request.headers["content-type"] ?? "")) return { status: 415 };
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length > LIMIT) return { status: 413 };
    chunks.push(chunk as Buffer);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? { value: value as Readonly<Record<string, unknown>> }
      : { status: 400 };
  } catch {
    return { status: 400 };
  }
}
