import { z } from "zod";
import { LONGEST_GLOB } from "../../paths/glob.ts";

// Compiling a parser takes longer than parsing the one configuration.
z.config({ jitless: true });

export const text = (description: string) => z.string().min(1).describe(description);
export const flag = (description: string) => z.boolean().describe(description);
export const milliseconds = (description: string) => z.int().min(0).max(2_147_483_647).describe(description);
export const count = (description: string) => z.int().min(0).max(100).describe(description);
export const list = (description: string) =>
  z
    .array(
      z
        .string()
        .min(1)
        .refine((text) => text.length <= LONGEST_GLOB, `expected at most ${LONGEST_GLOB} characters`),
    )
    .describe(description);

export const regularExpression = z
  .string()
  .min(1)
  .refine(isRegularExpression, "expected a regular expression of JavaScript");

export const name = z
  .string()
  .regex(
    /^[A-Za-z0-9][\w.:@/-]*$/,
    "expected letters, digits and . : @ / _ -, beginning with a letter or digit",
  )
  .describe("The name of the check, in output and for --check");

function isRegularExpression(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}
