import type { CheckType } from "../vocabulary/check/check.ts";

/** The kind of problem: that of its check, or `execution` if the command did not get far enough to find any. */
export type FindingKind = "type" | "lint" | "test" | "build" | "execution";

const KINDS: Readonly<Record<CheckType, FindingKind>> = {
  "type-check": "type",
  lint: "lint",
  test: "test",
  build: "build",
  command: "execution",
  custom: "execution",
};

/** The categories of a check's findings. */
export function categoriesOf({ type, category }: { readonly type: CheckType; readonly category: string }): {
  readonly category: FindingKind;
  readonly checkCategory: string;
} {
  return { category: KINDS[type], checkCategory: category };
}
