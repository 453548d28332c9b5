import type { CheckType } from "../vocabulary/check/check.ts";

/** What kind of problem it is: that of its check, or `execution` where the command did not get so far as to find any. */
export type FindingKind = "type" | "lint" | "test" | "build" | "execution";

const KINDS: Readonly<Record<CheckType, FindingKind>> = {
  "type-check": "type",
  lint: "lint",
  test: "test",
  build: "build",
  command: "execution",
  custom: "execution",
};

/** The fields by which findings of a check are told apart from others. */
export function categoriesOf({ type, category }: { readonly type: CheckType; readonly category: string }): {
  readonly category: FindingKind;
  readonly checkCategory: string;
} {
  return { category: KINDS[type], checkCategory: category };
}
