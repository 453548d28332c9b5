import { styleText } from "node:util";

type Format = Parameters<typeof styleText>[0];
export type Paint = (format: Format, text: string) => string;

/** Colours a text where the stream and the user want colour, and leaves it alone elsewhere. */
export function createPaint(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Paint {
  return wantsColour(stream, env)
    ? (format, text) => styleText(format, text, { validateStream: false })
    : (_, text) => text;
}

function wantsColour(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  const force = env["FORCE_COLOR"];
  if (force !== undefined) return force !== "0" && force !== "false";
  if ((env["NO_COLOR"] ?? "") !== "") return false;
  return stream.isTTY === true && env["TERM"] !== "dumb";
}
