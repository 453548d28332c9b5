import { join } from "node:path";
import { isThere } from "../system/observed/observed-files.ts";
import type { Failure } from "../vocabulary/failure.ts";
import { parseConfigDocument, readText } from "./document.ts";

/** Why package.json could not be read for checks; empty if it could, or does not exist. */
export function brokenManifest(root: string): readonly Failure[] {
  const file = "package.json";
  if (!isThere(join(root, file))) return [];
  const text = readText(join(root, file), file);
  const document = text.ok ? parseConfigDocument({ file, text: text.value }) : text;
  return document.ok ? [] : document.failures;
}
