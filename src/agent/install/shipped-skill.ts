import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const SKILL_NAME = "verification-loop";

/** The skill file of this package. In the build, this file is one level below the package. */
export function readShippedSkill(): string {
  const here = import.meta.dirname;
  const root = here.endsWith(join("src", "agent", "install")) ? join(here, "../../..") : join(here, "..");
  return readFileSync(join(root, "skills", SKILL_NAME, "SKILL.md"), "utf8");
}

const DIGEST = /^ {2}digest: (sha256-[0-9a-f]{16})\n/m;

/** The digest that the file contains of the rest of its text. */
export function digestSkill(text: string): string {
  return `sha256-${hash("sha256", text.replace(DIGEST, ""), "hex").slice(0, 16)}`;
}

/** Whether some version of this package wrote it, and nobody has changed it since. */
export function isShippedSkill(text: string): boolean {
  return DIGEST.exec(text)?.[1] === digestSkill(text);
}
