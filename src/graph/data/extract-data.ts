import { hash } from "node:crypto";
import type { Extraction } from "../extraction.ts";
import type { Lines } from "../lines.ts";
import { findDataReferences } from "./references.ts";
import { listKeys, shapeOfData } from "./shape.ts";
import type { DataNode } from "./tree.ts";

/** Extracts a parsed data file. Strong references belong to its structure. */
export function extractData(root: DataNode, lines: Lines): Extraction {
  const references = findDataReferences(root, lines);
  const strong = references.filter((one) => one.strength === "strong" && one.specifier !== "");
  const refersTo = [...new Set(strong.map((one) => one.specifier))].sort();
  return {
    references,
    outline: { kind: "data", ...listKeys(root) },
    structure: {
      kind: "declaration",
      hash: hash("sha256", JSON.stringify([shapeOfData(root), refersTo])),
      refersTo,
    },
  };
}
