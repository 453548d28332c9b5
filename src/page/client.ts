import type { Action, Message, Refusal } from "../ui/api.ts";
import { answerFrom, embedded } from "./embedded.ts";

const KEY = "verification-token";

/** Takes the token out of the address, where nobody should see or copy it, and keeps it for this tab. */
export function takeToken(): void {
  const [, token] = /^#token=([\w-]+)$/.exec(location.hash) ?? [];
  if (token === undefined) return;
  sessionStorage.setItem(KEY, token);
  history.replaceState(null, "", "#/now");
}

function headers(): Record<string, string> {
  return { authorization: `Bearer ${sessionStorage.getItem(KEY) ?? ""}` };
}

/** Why there is no answer, for people. */
export class RequestRefused extends Error {
  constructor(
    readonly status: number,
    { error, details }: Refusal,
  ) {
    super([error, ...details.filter((each) => each !== error)].join("\n"));
  }
}

async function read(response: Response): Promise<unknown> {
  const value: unknown = await response
    .json()
    .catch(() => ({ error: "The answer cannot be read.", details: [] }));
  if (!response.ok) throw new RequestRefused(response.status, value as Refusal);
  return value;
}

/** Asks the server, or the data in the page if there is no server. */
export async function ask<T>(name: string, query: Readonly<Record<string, string>> = {}): Promise<T> {
  if (embedded !== null) return answerFrom(embedded, name, query) as T;
  const words = new URLSearchParams(query).toString();
  const response = await fetch(`/api/${name}${words === "" ? "" : `?${words}`}`, { headers: headers() });
  return (await read(response)) as T;
}

export async function act(action: Action): Promise<void> {
  const type = { "content-type": "application/json" };
  const body = JSON.stringify(action);
  await read(await fetch("/api/do", { method: "POST", headers: { ...headers(), ...type }, body }));
}

/** Passes on the server's messages until the stream ends. Uses fetch, because an EventSource cannot send the token. */
export async function listen(hear: (message: Message) => void, onOpen: () => void): Promise<void> {
  const response = await fetch("/api/events", { headers: headers() });
  if (!response.ok || response.body === null) {
    await read(response);
    return;
  }
  onOpen();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let held = "";
  for (;;) {
    const { done, value = "" } = await reader.read();
    if (done) return;
    held += value;
    const parts = held.split("\n\n");
    held = parts.pop() ?? "";
    for (const part of parts) if (part.startsWith("data: ")) hear(JSON.parse(part.slice(6)) as Message);
  }
}
