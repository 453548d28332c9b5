// Stands in for a review: lists what the item leaves behind.
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const directory = process.env.VERIFICATION_ITEM_DIR;
const artifacts = readdirSync(directory).filter((file) => file !== "meta.json" && file !== "code-review.md");
writeFileSync(
  join(directory, "code-review.md"),
  `# Reviewed\n\n${artifacts.map((file) => `- ${file}\n`).join("")}`,
);
