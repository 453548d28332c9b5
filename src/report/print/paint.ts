import { safe, safeStyle, type Part, type SafeText, type Style } from "./safe-text.ts";

export type Paint = (style: Style, text: Part) => SafeText;

/** For output that is not a terminal. */
export const withoutColour: Paint = (_, text) => safe`${text}`;

/** Colours a text if the stream and the user want colour. */
export function createPaint(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Paint {
  return wantsColour(stream, env) ? safeStyle : withoutColour;
}

function wantsColour(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  const force = env["FORCE_COLOR"];
  if (force !== undefined) return force !== "0" && force !== "false";
  if ((env["NO_COLOR"] ?? "") !== "") return false;
  return stream.isTTY === true && env["TERM"] !== "dumb";
}
