import { Client, type CallToolResult } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { PACKAGE_ROOT } from "./package-root.ts";
import type { Rig } from "./rig.ts";

export type CallOptions = NonNullable<Parameters<Client["callTool"]>[1]>;

export interface Connected {
  readonly client: Client;
  readonly pid: number;
  /** Calls a tool; its text and its structured content. */
  call(name: string, given?: object, options?: CallOptions): Promise<Called>;
}

export interface Called {
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

/** The built server in the rig's repository, driven by the official client. */
export async function connect(rig: Rig): Promise<Connected> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(PACKAGE_ROOT, "bin/verification"), "mcp"],
    cwd: rig.root,
    env: { HOME: rig.home, PATH: process.env["PATH"] ?? "", GIT_CONFIG_NOSYSTEM: "1" },
    stderr: "ignore",
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    client,
    pid: transport.pid ?? 0,
    call: async (name, given = {}, options = {}) => {
      const result = (await client.callTool({ name, arguments: { ...given } }, options)) as CallToolResult;
      const texts = result.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
      return {
        text: texts.join("\n"),
        value: (result.structuredContent ?? {}) as Called["value"],
        isError: result.isError === true,
      };
    },
  };
}
