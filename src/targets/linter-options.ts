import { type Check, FILES } from "../vocabulary/check/check.ts";
import { isCalled } from "./list-command.ts";

/** What an option says about which files a tool checks, by its name. */
type Known = Readonly<Record<string, "value" | "flag" | "unknown">>;

/** All other options do not matter here. */
const KNOWN: Readonly<Record<"eslint" | "prettier", Known>> = {
  eslint: {
    "-c": "value",
    "--config": "value",
    "--ignore-pattern": "value",
    "--no-ignore": "flag",
    "--ignore-path": "unknown",
    "--ext": "unknown",
    "--no-config-lookup": "unknown",
    "--no-eslintrc": "unknown",
    "--flag": "unknown",
    "--resolve-plugins-relative-to": "unknown",
  },
  prettier: {
    "--config": "value",
    "--ignore-path": "value",
    "--plugin": "value",
    "--no-config": "flag",
    "--with-node-modules": "flag",
    "--no-plugin-search": "unknown",
    "--plugin-search-dir": "unknown",
    "--parser": "unknown",
  },
};

/** Options by name, each with all its values, or why their meaning is unknown. */
export function readListOptions(
  { command, args }: Pick<Check, "command" | "args">,
  tool: keyof typeof KNOWN,
): { readonly options: Readonly<Record<string, readonly string[]>> } | { readonly why: string } {
  const words = [command, ...args];
  const at = words.findIndex((word) => isCalled(word, tool));
  if (at === -1) return { why: `${command} hides how ${tool} is started` };
  const options: Record<string, string[]> = {};
  for (let index = at + 1; index < words.length; index++) {
    const [name = "", ...rest] = (words[index] ?? "").split("=");
    const kind = Object.hasOwn(KNOWN[tool], name) ? KNOWN[tool][name] : undefined;
    if (kind === undefined) continue;
    if (kind === "unknown") return { why: `the effect of ${name} on it is unknown` };
    const value = kind === "flag" ? "" : rest.length > 0 ? rest.join("=") : (words[++index] ?? "");
    if (value.includes(FILES)) return { why: `${name} is given the files` };
    (options[name.replace(/^-+/, "")] ??= []).push(value);
  }
  return { options };
}
