import { join } from "node:path";
import type { Code, Root as MarkdownRoot } from "mdast";
import { z } from "zod";
import { fail, succeed, type Location, type Result } from "../vocabulary/failure.ts";
import { declareCheck, type DeclaredCheck } from "./declared-check.ts";
import { describeIssues } from "./describe-issue.ts";
import { parseConfigDocument, readText, type ConfigDocument } from "./document.ts";
import { skillSchema } from "./schema.ts";

/** A Markdown file that declares checks for an occasion. */
export interface Skill {
  readonly file: string;
  readonly name: string;
  readonly triggers: readonly string[];
  /** Its own checks; null where the file has no block with `checks:`. */
  readonly checks: readonly DeclaredCheck[] | null;
  /** Names of checks that the configuration declares. */
  readonly refersTo: readonly { readonly name: string; readonly at: Location }[];
}

const frontMatterSchema = z.looseObject({
  name: z.string().min(1),
  type: z.string().optional(),
  version: z.union([z.string(), z.number()]).optional(),
  author: z.string().optional(),
  description: z.string().optional(),
  triggers: z.array(z.string().min(1)).optional(),
});

/** Reads one skill file; null for a Markdown file without front matter, which is not a skill. */
export async function loadSkill(root: string, file: string): Promise<Result<Skill | null>> {
  const text = readText(join(root, file), file);
  if (!text.ok) return text;
  const tree = await parseMarkdown(text.value);
  const matter = tree.children.find((node) => node.type === "yaml");
  if (matter === undefined) return succeed(null);
  const head = parseBlock(file, matter.value, matter.position?.start.line ?? 1);
  if (!head.ok) return head;
  const parsed = frontMatterSchema.safeParse(head.value.value);
  if (!parsed.success) {
    return fail(
      ...describeIssues({
        issues: parsed.error.issues,
        document: head.value,
        schema: frontMatterSchema,
        kind: "skill-invalid",
      }),
    );
  }
  const { name, triggers = [] } = parsed.data;
  const block = tree.children.find(declaresChecks);
  if (block === undefined) return succeed({ file, name, triggers, checks: null, refersTo: [] });
  const body = parseBlock(file, block.value, block.position?.start.line ?? 1);
  if (!body.ok) return body;
  const content = skillSchema.safeParse(body.value.value);
  if (!content.success) {
    return fail(
      ...describeIssues({
        issues: content.error.issues,
        document: body.value,
        schema: skillSchema,
        kind: "skill-invalid",
      }),
    );
  }
  const own: DeclaredCheck[] = [];
  const refersTo: { name: string; at: Location }[] = [];
  for (const [index, entry] of content.data.checks.entries()) {
    const path = ["checks", index];
    if (typeof entry === "string") refersTo.push({ name: entry, at: body.value.locate(path) });
    else own.push(declareCheck(entry, body.value, path));
  }
  return succeed({ file, name, triggers, checks: own, refersTo });
}

/** The text of a block starts on the line after its opening fence. */
function parseBlock(file: string, text: string, fenceLine: number): Result<ConfigDocument> {
  return parseConfigDocument({ file, text, lineOffset: fenceLine, kind: "skill-invalid" });
}

function declaresChecks(node: MarkdownRoot["children"][number]): node is Code {
  return (
    node.type === "code" && (node.lang === "yaml" || node.lang === "yml") && /^checks\s*:/m.test(node.value)
  );
}

async function parseMarkdown(text: string): Promise<MarkdownRoot> {
  const [{ fromMarkdown }, { frontmatter }, { frontmatterFromMarkdown }] = await Promise.all([
    import("mdast-util-from-markdown"),
    import("micromark-extension-frontmatter"),
    import("mdast-util-frontmatter"),
  ]);
  return fromMarkdown(text, {
    extensions: [frontmatter(["yaml"])],
    mdastExtensions: [frontmatterFromMarkdown(["yaml"])],
  });
}
