import { BEGIN, END } from "./scripts.ts";

/**
 * Commands that read what no text of the repository names: by names that they put together, by listing, through links, by
 * other programs. Only who watches them knows.
 */

const minding = (word: string, file: string): string =>
  `while IFS= read -r line; do case $line in *${word}*) status=1 ;; esac; done < ${file}`;

/** Each line of a case names a fixture that need not be there. */
const COMPUTED = `
${BEGIN("computed")}
status=0
for f in "$@"; do
  while IFS= read -r name; do
    for g in "fixtures/$name.txt" "extra/deep/$name.txt"; do
      [ -f "$g" ] || continue
      ${minding("STOP", '"$g"')}
    done
  done < "$f"
done
${END}
`;

/** Fails by the names in two directories, one of which git ignores. */
export const LISTING: string = `${BEGIN("listing")}; status=0; d=fixtures; i=ignored; for f in "$d"/* "$i/box"/*; do case $f in *stop*) status=1 ;; esac; done; ${END}`;

/** Looks for files that are mostly absent, some with the directories that they would be in. */
export const OPTIONAL: string = `${BEGIN("optional")}; status=0; o=opt; i=ignored; for f in "$o.txt" "$o/flag.txt" "$o/deep/flag.txt" "$i/flag.txt"; do [ -f "$f" ] || continue; ${minding("STOP", '"$f"')}; done; ${END}`;

export const LOCAL: string = `${BEGIN("local")}; status=0; l=local; f="ignored/$l.txt"; if [ -f "$f" ]; then ${minding("STOP", '"$f"')}; fi; ${END}`;

/** Writes what it was given, and reads it back. */
const PRODUCTS = `
${BEGIN("products")}
status=0; [ -d ignored ] || mkdir -p ignored
for f in "$@"; do
  made="ignored/made.$$.\${f##*/}"
  while IFS= read -r line; do echo "$line"; done < "$f" > "$made"
  ${minding("TORN", '"$made"')}
done
${END}
`;

/** Reads and lists through a link. */
export const LINKED: string = `${BEGIN("linked")}; status=0; c=current; for f in "$c"/*; do case $f in *stop*) status=1 ;; esac; done; for n in one two; do f="$c/$n.txt"; [ -f "$f" ] || continue; ${minding("STOP", '"$f"')}; done; ${END}`;

const OUTER = `${BEGIN("starter")}; status=0; x=inner; sh "tools/$x.sh" || status=1; ${END}\n`;
const INNER = `status=0; w=words; ${minding("STOP", '"tools/$w.txt"')}; exit $status\n`;

/** The first try always fails. Only the second is written down. */
export const RETRIED: string = `t="$PROOF_LOG.try"; status=0; one=one; if [ -e "$t" ]; then rm -f "$t"; ${BEGIN("retried")}; f=fixtures/two.txt; if [ -f "$f" ]; then ${minding("STOP", '"$f"')}; fi; ${END}; fi; : > "$t"; f="fixtures/$one.txt"; if [ -f "$f" ]; then ${minding("STOP", '"$f"')}; fi; exit 1`;

/** Runs modules: one that throws has failed. */
const RUNNER = `import { appendFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const targets = process.argv.slice(2);
const note = (sign) => appendFileSync(process.env.PROOF_LOG, \`\${sign}|\${["modules", ...targets].join("|")}\\n\`);
note("+");
let status = 0;
for (const target of targets) {
  try {
    await import(pathToFileURL(resolve(target)).href);
  } catch {
    status = 1;
  }
}
note(\`-\${status}\`);
process.exit(status);
`;

export const WATCHED_TOOLS: Readonly<Record<string, string>> = {
  "tools/computed.sh": COMPUTED,
  "tools/products.sh": PRODUCTS,
  "tools/outer.sh": OUTER,
  "tools/inner.sh": INNER,
  "tools/words.txt": "FINE 0\n",
  "tools/run.mjs": RUNNER,
};
