import type { ScriptWord } from "./read-script.ts";

/** The options of a tool, each list as words separated by spaces. An option in none of them is unknown. */
export interface Grammar {
  /** Options that stay. */
  readonly flags?: string;
  /** Options that stay, with the word after them. */
  readonly values?: string;
  /** Options that change how something is shown, cached or watched, but not what is found. */
  readonly idle?: string;
  readonly idleValues?: string;
  /** Options that make it edit files. */
  readonly edits?: string;
  /** Options about all files together. */
  readonly wide?: string;
}

export interface ReadWords {
  readonly kept: readonly string[];
  readonly positionals: readonly ScriptWord[];
  /** The values of each option that has some, including those that do not stay. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** All options that were given. */
  readonly given: ReadonlySet<string>;
  readonly isEditing: boolean;
}

export interface NotRead {
  readonly why: string;
  readonly isEditing: boolean;
}

/** Tells options from positional arguments. An unknown option could mean anything. */
export function readScriptOptions(words: readonly ScriptWord[], grammar: Grammar): ReadWords | NotRead {
  const [flags, withValue, idle, idleValues, edits, wide] = [
    grammar.flags,
    grammar.values,
    grammar.idle,
    grammar.idleValues,
    grammar.edits,
    grammar.wide,
  ].map((list = "") => new Set(list.split(" ").filter(Boolean))) as [
    Set<string>,
    Set<string>,
    Set<string>,
    Set<string>,
    Set<string>,
    Set<string>,
  ];
  const kept: string[] = [];
  const positionals: ScriptWord[] = [];
  const values = new Map<string, string[]>();
  const isEditing = words.some(({ text }) => edits.has(text.replace(/=.*/s, "")));
  const given = new Set<string>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as ScriptWord;
    const [option = "", inline] = word.text.startsWith("-") ? word.text.split(/=(.*)/s) : [];
    if (word.text === "--") {
      positionals.push(...words.slice(at + 1));
      break;
    }
    if (option === "" || word.text === "-") {
      positionals.push(word);
      continue;
    }
    given.add(option);
    const takesValue = withValue.has(option) || idleValues.has(option);
    if (takesValue && inline === undefined && words[at + 1] === undefined)
      return { why: `${option} has no value`, isEditing };
    const value = inline ?? (takesValue ? (words[++at] as ScriptWord).text : undefined);
    if (value !== undefined) values.set(option, [...(values.get(option) ?? []), value]);
    if (flags.has(option)) kept.push(word.text);
    else if (withValue.has(option))
      kept.push(...(inline === undefined ? [option, value ?? ""] : [word.text]));
    else if (wide.has(option)) return { why: `with ${option} it is about all files together`, isEditing };
    else if (!idle.has(option) && !idleValues.has(option) && !edits.has(option))
      return { why: `the option ${option} is not known here`, isEditing };
  }
  return { kept, positionals, values, given, isEditing };
}
