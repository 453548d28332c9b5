import type { ShardPlan } from "../../shard/shard-plan.ts";
import { formatDuration, plural } from "../format.ts";
import { joinLines, safe, type SafeText } from "../print/safe-text.ts";

/** The shards of a plan, in the format of a CI system or for people. */
export function renderMatrix({ shards }: ShardPlan, format: "github" | "gitlab" | null): SafeText {
  const numbers = shards.map((_, index) => index + 1);
  switch (format) {
    case "github":
      return safe`${JSON.stringify({ shard: numbers })}\n`;
    case "gitlab":
      return joinLines([...numbers.flatMap((index) => gitlabJob(index, numbers.length)), ""]);
    case null:
      return joinLines([
        ...shards.map(({ work, estimate }, index) => {
          const units = work.reduce((sum, { targets }) => sum + targets.length, 0);
          const checks = work.length === 0 ? "nothing" : work.map(({ check }) => check).join(", ");
          return safe`shard ${index + 1}: ${plural(units, "unit")}, about ${formatDuration(estimate)} (${checks})`;
        }),
        "",
      ]);
  }
}

/** A job of a child pipeline; a template of the same name says what it does. */
function gitlabJob(index: number, count: number): readonly SafeText[] {
  return [
    safe`verification ${index}/${count}:`,
    safe`  extends: .verification-shard`,
    safe`  variables:`,
    safe`    SHARD: "${index}"`,
  ];
}
