import type { OutgoingHttpHeaders, ServerResponse } from "node:http";

/** All open streams. */
export interface Streams {
  readonly count: number;
  add(response: ServerResponse, headers: OutgoingHttpHeaders): void;
  /** Sends one line of JSON to all. */
  send(json: string): void;
  close(): void;
}

const MOST = 50;
/** Shows when a connection is gone. */
const HEARTBEAT = 15_000;
/** A client that does not read gets nothing more. */
const BEHIND = 4 * 1024 * 1024;

export function createStreams(): Streams {
  const open = new Set<ServerResponse>();
  const write = (response: ServerResponse, text: string): void => {
    if (response.writableLength > BEHIND) response.destroy();
    else response.write(text);
  };
  const beat = setInterval(() => {
    for (const response of open) write(response, ": here\n\n");
  }, HEARTBEAT);
  beat.unref();
  return {
    get count() {
      return open.size;
    },
    add(response, headers) {
      const [oldest] = open;
      if (open.size >= MOST && oldest !== undefined) oldest.end();
      response.writeHead(200, { ...headers, "content-type": "text/event-stream; charset=utf-8" });
      response.write(": here\n\n");
      open.add(response);
      response.once("close", () => open.delete(response));
    },
    send(json) {
      for (const response of open) write(response, `data: ${json}\n\n`);
    },
    close() {
      clearInterval(beat);
      for (const response of open) response.end();
    },
  };
}
