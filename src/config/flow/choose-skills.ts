import { isDeepStrictEqual } from "node:util";
import { fail, succeed } from "../../values/succeed.ts";
import type { Failure, Result } from "../../vocabulary/failure.ts";
import { formatPlace } from "../../wording/format-place.ts";
import { unknownName } from "../../wording/unknown-name.ts";
import type { ConfigDocument } from "../document.ts";
import type { DeclaredCheck } from "../resolve/declared-check.ts";
import { findSkillFiles } from "./skill-files.ts";
import { loadSkill, type Skill } from "./skill.ts";

export interface SkillChoice {
  readonly names: readonly string[];
  readonly triggers: readonly string[];
}

/** Well-known occasions: if no skill says what they are about, they are about everything. */
const OCCASIONS = ["pre_pr_creation", "verification_requested", "quality_check", "pre_commit", "pre_push"];

export interface ChosenSkills {
  readonly checks: readonly DeclaredCheck[];
  /** The chosen checks; null for all of them. */
  readonly names: ReadonlySet<string> | null;
  readonly warnings: readonly string[];
}

interface BrokenSkill {
  /** Whether its checks count as declared, so that a mistake in it is a mistake of the configuration. */
  readonly isSerious: boolean;
  readonly failures: readonly Failure[];
}

/** Loads the requested skills: by name, by trigger, or all of them if nothing else declares checks. */
export async function chooseSkills(options: {
  readonly root: string;
  readonly declared: readonly string[];
  readonly document: ConfigDocument | null;
  readonly choice: SkillChoice | "all";
  /** Checks of the configuration, which a skill may name. */
  readonly known: readonly DeclaredCheck[];
}): Promise<Result<ChosenSkills>> {
  const { root, declared, document, choice, known } = options;
  const files = findSkillFiles(root, declared, document);
  if (!files.ok) return files;
  const skills: Skill[] = [];
  const broken: BrokenSkill[] = [];
  for (const { file, isDeclared } of files.value) {
    const { skill, declaresChecks } = await loadSkill(root, file);
    if (skill.ok && skill.value !== null) skills.push(skill.value);
    // Checks that somebody wrote must not be skipped silently.
    if (!skill.ok)
      broken.push({
        isSerious: isDeclared || (choice === "all" && declaresChecks),
        failures: skill.failures,
      });
  }
  const serious = broken.filter(({ isSerious: isMeant }) => isMeant).flatMap(({ failures }) => failures);
  if (serious.length > 0) return fail(...serious);
  // A broken file may be the requested one: naming it is better than saying that nothing was found.
  const chosen = choice === "all" ? succeed({ skills: [], isAll: true }) : pick(skills, choice);
  if (!chosen.ok || (choice !== "all" && choice.triggers.length > 0)) {
    const failures = broken.flatMap((each) => each.failures);
    if (failures.length > 0) return fail(...failures);
  }
  if (!chosen.ok) return chosen;
  const warnings = broken.map(
    ({ failures: [first] }) => `${formatPlace(first?.at ?? {})} is not a usable skill: ${first?.message}`,
  );
  const { isAll } = chosen.value;
  // If nothing else declares checks, skills do.
  const declaring = isAll && known.length === 0 ? skills.filter((skill) => skill.checks !== null) : [];
  const combined = combine([...new Set([...chosen.value.skills, ...declaring])], known, warnings);
  return combined.ok && isAll ? succeed({ ...combined.value, names: null }) : combined;
}

interface Picked {
  readonly skills: readonly Skill[];
  /** Whether all checks are chosen. */
  readonly isAll: boolean;
}

function pick(skills: readonly Skill[], choice: SkillChoice): Result<Picked> {
  const chosen = new Set<Skill>();
  for (const name of choice.names) {
    const matching = skills.filter((skill) => skill.name === name);
    if (matching.length === 0)
      return fail(
        unknownName({
          message: `There is no skill "${name}".`,
          name,
          known: skills.map((skill) => skill.name),
          none: NO_SKILL,
        }),
      );
    for (const skill of matching) chosen.add(skill);
  }
  let isAll = false;
  for (const trigger of choice.triggers) {
    const matching = skills.filter((skill) => skill.triggers.includes(trigger));
    if (matching.length === 0 && !OCCASIONS.includes(trigger))
      return fail(
        unknownName({
          message: `No skill has the trigger "${trigger}".`,
          name: trigger,
          known: [...skills.flatMap((skill) => skill.triggers), ...OCCASIONS],
          none: NO_SKILL,
        }),
      );
    const declaring = matching.filter((skill) => skill.checks !== null);
    // A skill that says when to verify, but not what, means everything.
    isAll ||= declaring.length === 0;
    for (const skill of declaring) chosen.add(skill);
  }
  const empty = [...chosen].find((skill) => skill.checks === null);
  if (empty !== undefined) {
    return fail({
      kind: "skill-invalid",
      message: `The skill "${empty.name}" declares no checks.`,
      at: { file: empty.file },
      expected: "checks: in its front matter, or a fenced yaml block that starts with it",
    });
  }
  return succeed({ skills: [...chosen], isAll });
}

/** Several skills may contain the same check, as long as it is the same in all of them. */
function combine(
  skills: readonly Skill[],
  known: readonly DeclaredCheck[],
  warnings: readonly string[],
): Result<ChosenSkills> {
  const checks = new Map<string, DeclaredCheck>();
  const names = new Set<string>();
  const knownByName = new Map(known.map((check) => [check.fields.name, check]));
  for (const skill of skills) {
    for (const check of skill.checks ?? []) {
      const { name } = check.fields;
      const same = knownByName.get(name) ?? checks.get(name);
      names.add(name);
      if (same === undefined) checks.set(name, check);
      else if (!isDeepStrictEqual(same.fields, check.fields)) return fail(differing(check, same));
    }
  }
  for (const { refersTo } of skills) {
    for (const { name, at } of refersTo) {
      if (!knownByName.has(name) && !checks.has(name)) {
        return fail(
          unknownName({
            message: `There is no check "${name}".`,
            name,
            known: [...knownByName.keys(), ...checks.keys()],
            none: "a check that the configuration declares; it declares none",
            kind: "skill-invalid",
            at,
          }),
        );
      }
      names.add(name);
    }
  }
  return succeed({ checks: [...checks.values()], names, warnings });
}

function differing(check: DeclaredCheck, same: DeclaredCheck): Failure {
  return {
    kind: "skill-invalid",
    message: `The check "${check.fields.name}" is declared differently at ${same.origin.file}:${same.origin.line}.`,
    at: check.origin,
    value: check.fields.name,
    hint: `Write only its name here ("- ${check.fields.name}") to use that one.`,
  };
}

const NO_SKILL = "a trigger of a skill file under .claude/skills or .agents/skills; none has it";
