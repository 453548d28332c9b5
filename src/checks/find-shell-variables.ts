/** What the shell sets itself, and where it looks for programs: these are known by what they are. */
const OWN: ReadonlySet<string> = new Set(
  (
    "PATH PWD OLDPWD IFS RANDOM SECONDS LINENO PPID SHLVL UID EUID OPTARG OPTIND REPLY FUNCNAME PIPESTATUS BASHPID " +
    "BASH_SOURCE BASH_VERSION _"
  ).split(" "),
);

/** The environment variables that text of a shell may take the value of; sorted. What it sets before counts too. */
export function findShellVariables(text: string): readonly string[] {
  const names = [...text.matchAll(/\$(?:\{[#!]?)?([A-Za-z_]\w*)/g)].map(([, name = ""]) => name);
  const printed = [...text.matchAll(/\bprintenv((?:[ \t]+[A-Za-z_]\w*)+)/g)].flatMap(([, list = ""]) =>
    list.trim().split(/\s+/),
  );
  return [...new Set([...names, ...printed])].filter((name) => !OWN.has(name)).sort();
}
