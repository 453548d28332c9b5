import { readFileSync } from "node:fs";
import { join } from "node:path";

export const SKILL_NAME = "verification-loop";

/** The skill file of this package. Once it is built, this file lies one level below the package. */
export function readShippedSkill(): string {
  const here = import.meta.dirname;
  const root = here.endsWith(join("src", "agent")) ? join(here, "../..") : join(here, "..");
  return readFileSync(join(root, "skills", SKILL_NAME, "SKILL.md"), "utf8");
}
