import { resolve } from "node:path";
import { findRoot } from "../../config/root.ts";
import { type CheckedReceipt, checkReceipt } from "../../receipt/check-receipt.ts";
import { formatReceipt, withDigest } from "../../receipt/receipt-format.ts";
import { isOutsideTree, issueReceipt, type ReceiptOptions } from "../../receipt/receipt.ts";
import { plural, hashPrefix } from "../../report/format.ts";
import { renderCheckedReceipt, renderRefusedReceipt } from "../../report/inspect/receipt-text.ts";
import { safe, safeJson, safeLines, type SafeText } from "../../report/print/safe-text.ts";
import { readSmallFile } from "../../system/files/small-file.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { Failure, Result } from "../../vocabulary/failure.ts";
import type { Receipt } from "../../vocabulary/run/receipt.ts";
import { answer } from "../answer.ts";
import { attemptWrite } from "../attempt-write.ts";
import { EXIT } from "../exit-status.ts";
import { readOptions } from "../options/read-options.ts";
import type { ReceiptFlags } from "../programs/statement-program.ts";
import { refuse } from "../refuse.ts";
import type { Terminal } from "../terminal.ts";

/** Larger than any receipt, or any pull request description with one. */
const LONGEST = 1024 * 1024;
const ELSEWHERE = "outside the repository, in .git/, below .verification/, or where git ignores it";

/** Prints a receipt for the current tree, or says whether one holds for it. */
export async function receiptCommand(flags: ReceiptFlags, terminal: Terminal): Promise<number> {
  const wrong = conflictOf(flags);
  if (wrong !== null) return refuse([wrong], flags, terminal);
  const options = readOptions(flags, terminal);
  return flags.check === undefined
    ? issue(flags, options, terminal)
    : judge(flags.check, { flags, options, terminal });
}

function conflictOf({ check, trust, output }: ReceiptFlags): Failure | null {
  if (check === undefined && trust === true)
    return { kind: "usage", message: "--trust needs a receipt to check.", expected: "--check <file> too" };
  if (check !== undefined && output !== undefined)
    return { kind: "usage", message: "--output is for a new receipt, and --check does not write one." };
  return null;
}

async function issue(flags: ReceiptFlags, options: ReceiptOptions, terminal: Terminal): Promise<number> {
  const path = flags.output === undefined ? null : resolve(terminal.cwd, flags.output);
  if (path !== null && !(await isOutsideTree(terminal.cwd, path))) {
    const message = "A receipt inside the tree would change that tree.";
    const expected = `a file ${ELSEWHERE}`;
    return refuse([{ kind: "usage", message, value: String(flags.output), expected }], flags, terminal);
  }
  const issued = await issueReceipt(options);
  if (!issued.ok) return refuse(issued.failures, flags, terminal);
  if (!issued.value.verified) {
    // Standard output stays empty, so that nothing can be mistaken for a receipt.
    const again = [
      ...terminal.program,
      ...(flags.config === undefined ? [] : ["--config", flags.config]),
      ...flags.profile.flatMap((name) => ["--profile", name]),
    ];
    terminal.err.write(renderRefusedReceipt(issued.value, again, terminal.paintErr));
    if (flags.json === true) {
      const { unverified, neverKept, unreadable } = issued.value;
      const document = { schemaVersion: 1, success: false, unverified, neverKept, unreadable };
      terminal.out(safeJson(document, 2));
    }
    return EXIT.failed;
  }
  const { receipt } = issued.value;
  const text = flags.json === true ? safeJson(withDigest(receipt), 2) : safeLines(formatReceipt(receipt));
  if (path === null) terminal.out(text);
  else {
    const root = findRoot(terminal.cwd).path;
    const failures = attemptWrite("receipt", { root, path, makesDirectories: true }, String(text));
    if (failures.length > 0) return refuse(failures, flags, terminal);
    terminal.err.write(describeWritten(receipt, path));
  }
  return EXIT.ok;
}

async function judge(
  file: string,
  context: {
    readonly flags: ReceiptFlags;
    readonly options: ReceiptOptions;
    readonly terminal: Terminal;
  },
): Promise<number> {
  const { flags, options, terminal } = context;
  const text = await readInput(file, terminal);
  if (!text.ok) return refuse(text.failures, flags, terminal);
  const checked = await checkReceipt(text.value, { ...options, trust: flags.trust === true });
  const statusOf = ({ holds }: CheckedReceipt): number => (holds ? EXIT.ok : EXIT.failed);
  const status = answer(checked, renderCheckedReceipt, { flags, terminal, statusOf });
  if (
    status === EXIT.failed &&
    file !== "-" &&
    !(await isOutsideTree(terminal.cwd, resolve(terminal.cwd, file)))
  )
    terminal.err.write(safe`${file} is inside the tree and changes it: keep it ${ELSEWHERE}.\n`);
  return status;
}

async function readInput(file: string, terminal: Terminal): Promise<Result<string>> {
  if (file !== "-") {
    const read = readSmallFile(resolve(terminal.cwd, file), LONGEST);
    if (typeof read !== "string") return succeed(read.text);
    const message = read === "absent" ? "The file does not exist." : "The receipt cannot be read.";
    return fail({
      kind: "path-missing",
      message,
      value: file,
      expected: "a receipt, or - for standard input",
    });
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of terminal.input) {
    length += (chunk as Buffer).length;
    if (length > LONGEST)
      return fail({ kind: "usage", message: "Standard input is too long for a receipt." });
    chunks.push(chunk as Buffer);
  }
  return succeed(Buffer.concat(chunks).toString("utf8"));
}

function describeWritten({ checks, tree }: Receipt, path: string): SafeText {
  return safe`Wrote ${path}: ${plural(checks.length, "check")} passed for the tree ${hashPrefix(tree)}.\n`;
}
