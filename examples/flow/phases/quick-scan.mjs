// A quick scan that a program can do: which sources are there to be touched.
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const { VERIFICATION_ITEM: item, VERIFICATION_ITEM_DIR: directory } = process.env;
const files = readdirSync("src").sort();
const lines = files.map((file) => `| \`src/${file}\` |`);
writeFileSync(join(directory, "quick-scan.md"), `# ${item}\n\n| file |\n| --- |\n${lines.join("\n")}\n`);
console.log(`${files.length} files may be touched`);
