/**
 * The commands of the checks. They use what the shell has built in, because starting a program takes longer than
 * what they do. Each writes a line into the log when it begins and one with its status when it ends.
 */

export const BEGIN = (name: string): string =>
  `log="${name}"; for f in "$@"; do log="$log|$f"; done; echo "+|$log" >> "$PROOF_LOG"`;
export const END = `echo "-$status|$log" >> "$PROOF_LOG"; exit $status`;

const RESOLVE = `
resolve() {
  base=$1; rest=$2
  while :; do
    case $rest in
      ./*) rest=\${rest#./} ;;
      ../*) rest=\${rest#../}; case $base in */*) base=\${base%/*} ;; '') found=; return ;; *) base= ;; esac ;;
      *) break ;;
    esac
  done
  stem="\${base:+$base/}$rest"; found=
  for c in "$stem.ts" "$stem.js" "$stem/index.ts" "$stem/index.js"; do
    if [ -f "$c" ]; then found=$c; return; fi
  done
}`;

/** Fails where a file says BAD; with --strict also where it says ODD. Prints what ESLint would. */
const LINT = `
strict=; if [ "$1" = --strict ]; then strict=1; shift; fi
${BEGIN("lint")}
status=0; out=; sep=
for f in "$@"; do
  found=
  while IFS= read -r line; do
    case $line in *BAD*) found=1 ;; *ODD*) found=$found$strict ;; esac
  done < "$f"
  messages=
  if [ -n "$found" ]; then
    status=1; messages='{"ruleId":"bad","severity":2,"message":"a bad word","line":1,"column":1}'
  fi
  out="$out$sep{\\"filePath\\":\\"$PWD/$f\\",\\"messages\\":[$messages]}"; sep=,
done
echo "[$out]"
${END}
`;

/** Fails where a test, or anything that it imports at any distance, says BUG or is not there. */
const TEST = `${RESOLVE}
visit() {
  case $seen in *"|$1|"*) return ;; esac
  seen="$seen$1|"
  local line spec dir=\${1%/*}
  while IFS= read -r line; do
    case $line in
      *BUG*) status=1 ;;
      import*|'export *'*)
        spec=\${line#*\\"}; resolve "$dir" "\${spec%%\\"*}"
        if [ -n "$found" ]; then visit "$found"; else status=1; fi ;;
    esac
  done < "$1"
}
${BEGIN("test")}
status=0
for f in "$@"; do seen='|'; visit "$f"; done
${END}
`;

/** Fails where an imported name is not exported, through every \`export *\`, or is of the type never. */
const TYPES = `${RESOLVE}
provides() {
  case $seen in *"|$1|"*) return 1 ;; esac
  seen="$seen$1|"
  local line spec dir=\${1%/*}
  while IFS= read -r line; do
    case $line in
      "export const $2: never"*) return 1 ;;
      "export const $2: "*|"export const $2 = "*) return 0 ;;
      'export *'*)
        spec=\${line#*\\"}; resolve "$dir" "\${spec%%\\"*}"
        if [ -n "$found" ] && provides "$found" "$2"; then return 0; fi ;;
    esac
  done < "$1"
  return 1
}
${BEGIN("types")}
status=0
for f in "$@"; do
  while IFS= read -r line; do
    case $line in
      import*)
        name=\${line#*\\{ }; spec=\${line#*\\"}; resolve "\${f%/*}" "\${spec%%\\"*}"; seen='|'
        if [ -z "$found" ] || ! provides "$found" "\${name%% *}"; then status=1; fi ;;
    esac
  done < "$f"
done
${END}
`;

/** A line of shell that fails where one of the files has a word. A file that is not there has none. */
export function searching(name: string, word: string, files: string): string {
  return `${BEGIN(name)}; status=0; for f in ${files}; do [ -f "$f" ] || continue; while IFS= read -r line; do case $line in *${word}*) status=1 ;; esac; done < "$f"; done; ${END}`;
}

/** The same, or where a condition holds. */
export function failingIf(name: string, condition: string): string {
  return `${BEGIN(name)}; status=0; if ${condition}; then status=1; fi; ${END}`;
}

/** Puts all data into one file that git ignores, in one step; fails where the data says BROKEN. */
export const BUILD: string = `${BEGIN("build")}; status=0; [ -d ignored ] || mkdir ignored; : > ignored/out.$$; for f in data/*.txt; do [ -f "$f" ] || continue; while IFS= read -r line; do echo "$line" >> ignored/out.$$; case $line in *BROKEN*) status=1 ;; esac; done < "$f"; done; mv ignored/out.$$ ignored/out; ${END}`;

export const TOOLS: Readonly<Record<string, string>> = {
  "tools/lint.sh": LINT,
  "tools/test.sh": TEST,
  "tools/types.sh": TYPES,
};

/** The executable of the installed package. What it answers is decided by the rest of the package. */
export const FAKE = `#!/bin/sh
. node_modules/fake/lib.sh
${BEGIN("tool")}
${END}
`;

/** A program on PATH. */
export function probe(status: number, note: string): string {
  return `#!/bin/sh
# ${note}
${BEGIN("probe")}
status=${status}
${END}
`;
}
