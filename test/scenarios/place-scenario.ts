import type { CheckInput } from "../../src/index.ts";
import type { Files, Mutation, Scenario, Step } from "./scenario.ts";

/** Whether a project can lie in a directory of a larger repository and still mean the same. */
export function canShare({ alone, files, before = [], mutations, idle = [] }: Scenario): boolean {
  const steps = [{ write: files }, ...before, ...idle, ...mutations.flatMap((mutation) => mutation.steps)];
  return alone === undefined && steps.every((step) => !("git" in step) && pathsOf(step).every(isInside));
}

/** The same scenario in a directory of a larger repository. */
export function placeScenario(scenario: Scenario): Scenario {
  const directory = scenario.name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  const inside = (path: string): string => `${directory}/${path}`;
  const check = (name: string): string => `${name}-${directory}`;
  const unit = (name: string): string => {
    const [first = "", target] = name.split(" ");
    return target === undefined ? check(first) : `${check(first)} ${inside(target)}`;
  };
  const { files, checks, before, idle, mutations, predicted, unsettled } = scenario;
  const move = (steps: readonly Step[]): readonly Step[] => steps.map((step) => moveStep(step, directory));
  return {
    ...scenario,
    files: moveFiles(files, inside),
    checks: checks.map((each) => moveCheck(each, { directory, check })),
    mutations: mutations.map((mutation): Mutation => {
      const { runs, keeps, steps } = mutation;
      return {
        ...mutation,
        steps: move(steps),
        runs: runs.map(unit),
        ...(keeps === undefined || keeps === "others" ? {} : { keeps: keeps.map(unit) }),
      };
    }),
    ...(before === undefined ? {} : { before: move(before) }),
    ...(idle === undefined ? {} : { idle: move(idle) }),
    ...(predicted === undefined ? {} : { predicted: predicted.map(check) }),
    ...(unsettled === undefined ? {} : { unsettled: { ...unsettled, checks: unsettled.checks.map(check) } }),
  };
}

function moveCheck(
  each: CheckInput,
  { directory, check }: { readonly directory: string; readonly check: (name: string) => string },
): CheckInput {
  const { name, files, inputs, outputs, dependsOn, ...rest } = each as CheckInput & { outputs?: string[] };
  const globs = (list: readonly string[]): string[] =>
    list.map((glob) => (glob.startsWith("!") ? `!${directory}/${glob.slice(1)}` : `${directory}/${glob}`));
  return {
    ...rest,
    name: check(name),
    cwd: directory,
    ...(files === undefined ? {} : { files: globs(files) }),
    ...(inputs === undefined ? {} : { inputs: globs(inputs) }),
    ...(outputs === undefined ? {} : { outputs: globs(outputs) }),
    ...(dependsOn === undefined ? {} : { dependsOn: dependsOn.map(check) }),
  };
}

function moveStep(step: Step, directory: string): Step {
  const inside = (path: string): string => `${directory}/${path}`;
  if ("write" in step) return { write: moveFiles(step.write, inside) };
  if ("replace" in step) return { replace: [inside(step.replace[0]), step.replace[1], step.replace[2]] };
  if ("delete" in step) return { delete: inside(step.delete) };
  if ("rename" in step) return { rename: [inside(step.rename[0]), inside(step.rename[1])] };
  if ("link" in step) return { link: [inside(step.link[0]), step.link[1]] };
  return "shell" in step ? { shell: `cd ${directory} && ${step.shell}` } : step;
}

function moveFiles(files: Files, inside: (path: string) => string): Files {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [inside(path), text]));
}

function pathsOf(step: Step): readonly string[] {
  if ("write" in step) return Object.keys(step.write);
  if ("replace" in step) return [step.replace[0]];
  if ("delete" in step) return [step.delete];
  if ("rename" in step) return step.rename;
  return "link" in step ? [step.link[0]] : [];
}

function isInside(path: string): boolean {
  return !/^(?:~|\.\.|node_modules)\//.test(path);
}
