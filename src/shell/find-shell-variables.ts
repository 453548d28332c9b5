/** Variables that the shell sets itself, and its search path: their effects are known in other ways. */
const OWN: ReadonlySet<string> = new Set(
  (
    "PATH PWD OLDPWD IFS RANDOM SECONDS LINENO PPID SHLVL UID EUID OPTARG OPTIND REPLY FUNCNAME PIPESTATUS BASHPID " +
    "BASH_SOURCE BASH_VERSION _"
  ).split(" "),
);

/** The environment variables that a shell text may use, sorted. Includes those that it sets before. */
export function findShellVariables(text: string): readonly string[] {
  const names = [...text.matchAll(/\$(?:\{[#!]?)?([A-Za-z_]\w*)/g)].map(([, name = ""]) => name);
  const printed = [...text.matchAll(/\bprintenv((?:[ \t]+[A-Za-z_]\w*)+)/g)].flatMap(([, list = ""]) =>
    list.trim().split(/\s+/),
  );
  return [...new Set([...names, ...printed])].filter((name) => !OWN.has(name)).sort();
}
