import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const SKILL_NAME = "verification-loop";

/** The skill file of this package. Once it is built, this file lies one level below the package. */
export function readShippedSkill(): string {
  const here = import.meta.dirname;
  const root = here.endsWith(join("src", "agent", "install")) ? join(here, "../../..") : join(here, "..");
  return readFileSync(join(root, "skills", SKILL_NAME, "SKILL.md"), "utf8");
}

const DIGEST = /^ {2}digest: (sha256-[0-9a-f]{16})\n/m;

/** What the file says of all else in it. */
export function digestSkill(text: string): string {
  return `sha256-${hash("sha256", text.replace(DIGEST, ""), "hex").slice(0, 16)}`;
}

/** Whether some version of this package wrote it, and nobody has changed it since. */
export function isShippedSkill(text: string): boolean {
  return DIGEST.exec(text)?.[1] === digestSkill(text);
}
