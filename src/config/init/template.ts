import { nearest } from "../../wording/nearest.ts";

/** The values for `{{ name }}`. */
export interface TemplateValues {
  readonly workDir: string;
  readonly checkpointDir: string;
  readonly task: string | undefined;
  /** The GITHUB_* variables, without the prefix and in lower case. */
  readonly github: Readonly<Record<string, string>>;
}

export type Substitution =
  | { readonly type: "text"; readonly text: string }
  /** An unknown name: a mistake in the configuration. */
  | { readonly type: "unknown"; readonly name: string; readonly close: string | undefined }
  /** A known name without a value in this environment: the check cannot start. */
  | { readonly type: "unset"; readonly name: string; readonly from: string };

export const TEMPLATE_NAMES = ["workDir", "checkpointDir", "task", "github"] as const;

/** Only names are templates; other double braces belong to the tool. */
const TEMPLATE = /\{\{\s*([A-Za-z_]\w*(?:\.\w+)*)\s*\}\}/g;

/** Replaces every template in one argument. The result is still one argument, whatever the values contain. */
export function substitute(text: string, values: TemplateValues): Substitution {
  let problem: Substitution | undefined;
  const replaced = text.replace(TEMPLATE, (whole, name: string) => {
    const value = lookUp(name, values);
    if (value.type === "text") return value.text;
    problem ??= value;
    return whole;
  });
  return problem ?? { type: "text", text: replaced };
}

export function githubValues(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  // Reads only these values, because later runs compare everything that was read.
  const names = Object.keys(env).filter((name) => name.startsWith("GITHUB_"));
  const entries = names.flatMap((name) =>
    env[name] === undefined ? [] : [[name.slice(7).toLowerCase(), env[name]]],
  );
  return Object.fromEntries(entries) as Record<string, string>;
}

function lookUp(name: string, values: TemplateValues): Substitution {
  const [root, ...rest] = name.split(".");
  if (root === "github" && rest.length === 0) {
    const { token: _secret, ...shown } = values.github;
    return { type: "text", text: JSON.stringify(shown) };
  }
  if (root === "github" && rest.length === 1) {
    const key = String(rest[0]).toLowerCase();
    const value = Object.hasOwn(values.github, key) ? values.github[key] : undefined;
    return value === undefined
      ? { type: "unset", name, from: `GITHUB_${key.toUpperCase()}` }
      : { type: "text", text: value };
  }
  if (name === "task") {
    return values.task === undefined
      ? { type: "unset", name, from: "VERIFICATION_TASK" }
      : { type: "text", text: values.task };
  }
  if (name === "workDir" || name === "checkpointDir") return { type: "text", text: values[name] };
  return { type: "unknown", name, close: nearest(name, TEMPLATE_NAMES) };
}
