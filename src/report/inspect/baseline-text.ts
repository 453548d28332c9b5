import type { WrittenBaseline } from "../../inspect/write-baseline.ts";
import { plural, hashPrefix } from "../format.ts";
import type { Paint } from "../print/paint.ts";
import { safe, type SafeText } from "../print/safe-text.ts";

/** Which state was written, and where. */
export function renderBaseline(
  { path, commitHash, timestamp, files }: WrittenBaseline,
  paint: Paint,
): SafeText {
  const state =
    commitHash === null
      ? plural(files, "file")
      : `${hashPrefix(commitHash)}${files === 0 ? "" : ` and ${plural(files, "file")} that differed from it`}`;
  return safe`${paint("green", "✓")} ${paint("bold", path)}: ${state}, verified ${timestamp}\n`;
}
