import { findCuts } from "../wording/cut-marker.ts";
import { formsOf } from "./secret-forms.ts";
import { isRandom, isSecret } from "./secret-names.ts";
import { REDACTED, redactShapes } from "./secret-shapes.ts";

export type Redact = (text: string) => string;

export interface RedactOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Declared variables of checks: random-looking values are secrets, whatever the variable is called. */
  readonly declared?: ReadonlySet<string>;
  /** Recognises values that are only paths. */
  readonly isPath: (value: string) => boolean;
}

/**
 * Removes secrets from a text: the values of variables whose names suggest one, also encoded, and text that looks like
 * one. Takes linear time.
 */
export function createRedact({ env, declared, isPath }: RedactOptions): Redact {
  const values = Object.entries(env).flatMap(([name, value = ""]) => {
    const isOne = isSecret(name, value) || (declared?.has(name) === true && isRandom(value));
    return isOne && !isPath(value.trim()) ? [value.trim()] : [];
  });
  // Longest first: a value that is part of another one would leave the rest of it.
  const secrets = [...new Set(values.flatMap(formsOf))].sort((one, other) => other.length - one.length);
  return (text) => {
    // Most commands that pass print nothing, and the patterns take a while to compile.
    if (text === "") return text;
    const known = secrets.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text);
    return redactShapes(redactCut(known, secrets));
  };
}

/** Less than this of a secret reveals nothing. */
const SHORTEST = 4;
/** An output is cut once; if it prints such marks itself, the search stops early. */
const MOST_CUTS = 8;

/** Secrets of which one half was cut with the middle of the text. */
function redactCut(text: string, secrets: readonly string[]): string {
  const kept: string[] = [];
  let at = 0;
  for (const { from, to } of secrets.length === 0 ? [] : findCuts(text).slice(0, MOST_CUTS)) {
    const before = longest(secrets, (secret, length) => text.endsWith(secret.slice(0, length), from));
    const after = longest(secrets, (secret, length) => text.startsWith(secret.slice(-length), to));
    kept.push(text.slice(at, Math.max(at, from - before)), before > 0 ? REDACTED : "");
    kept.push(text.slice(from, to), after > 0 ? REDACTED : "");
    at = to + after;
  }
  return `${kept.join("")}${text.slice(at)}`;
}

/** How much of a secret is there, at most; 0 if it is too little. */
function longest(secrets: readonly string[], isThere: (secret: string, length: number) => boolean): number {
  let most = 0;
  for (const secret of secrets)
    for (let length = secret.length - 1; length >= Math.max(SHORTEST, most + 1); length--)
      if (isThere(secret, length)) most = length;
  return most;
}
