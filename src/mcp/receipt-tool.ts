import { z } from "zod";
import { checkReceipt } from "../receipt/check-receipt.ts";
import { formatReceipt } from "../receipt/receipt-format.ts";
import { issueReceipt } from "../receipt/receipt.ts";
import { plainLine } from "../report/print/plain.ts";
import { type Answered, LEGEND, quote, type ToolSession, type McpTool } from "./tool.ts";

const input = z.object({
  check: z.string().optional().describe("The text of a receipt to check; without it, a new one is issued"),
});
const output = z.object({
  verified: z.boolean(),
  receipt: z.string().nullable(),
  open: z.array(z.string()).describe("What is not verified, or differs"),
});

/** States what was verified, or says whether such a statement still holds. */
export const receiptTool: McpTool<typeof input, typeof output> = {
  name: "receipt",
  description: "Issue a receipt that every check passed for the current files, or check one. Runs nothing.",
  input,
  output,
  isReadOnly: true,
  run: async ({ check }, session) => (check === undefined ? issue(session) : judge(check, session)),
};

async function issue({ cwd, env }: ToolSession): Promise<Answered<z.input<typeof output>>> {
  const issued = await issueReceipt({ cwd, env });
  if (!issued.ok) return issued;
  if (issued.value.verified) {
    const receipt = formatReceipt(issued.value.receipt);
    return { text: receipt, value: { verified: true, receipt, open: [] } };
  }
  const { unverified, unreadable } = issued.value;
  const open = [
    ...unverified.map(({ check, detail }) => plainLine(`${check}: ${detail}`, 300)),
    ...unreadable.map((file) => plainLine(`${file} cannot be read`, 300)),
  ];
  const text = ["No receipt: not everything is verified. Call verify.", LEGEND, ...open.map(quote)].join(
    "\n",
  );
  return { text, value: { verified: false, receipt: null, open } };
}

async function judge(text: string, { cwd, env }: ToolSession): Promise<Answered<z.input<typeof output>>> {
  const checked = await checkReceipt(text, { cwd, env });
  if (!checked.ok) return checked;
  const { holds, differences, unconfirmed } = checked.value;
  const open = [
    ...differences.map((difference) => plainLine(JSON.stringify(difference), 300)),
    ...unconfirmed.map(({ check, detail }) => plainLine(`${check}: ${detail}`, 300)),
  ];
  const head = holds ? "The receipt holds." : "The receipt does not hold.";
  return {
    text: [head, ...(open.length === 0 ? [] : [LEGEND]), ...open.map(quote)].join("\n"),
    value: { verified: holds, receipt: null, open },
  };
}
