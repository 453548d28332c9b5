import { join } from "node:path";
import type { Code, Root as MarkdownRoot, Yaml } from "mdast";
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
  /** Its own checks; null where the file declares none. */
  readonly checks: readonly DeclaredCheck[] | null;
  /** Names of checks that the configuration declares. */
  readonly refersTo: readonly { readonly name: string; readonly at: Location }[];
}

const CHECKS = /^checks\s*:/m;

/** Front matter has other keys too. */
const matterChecksSchema = z.looseObject(skillSchema.shape);

const frontMatterSchema = z.looseObject({
  name: z.string().min(1),
  type: z.string().optional(),
  version: z.union([z.string(), z.number()]).optional(),
  author: z.string().optional(),
  description: z.string().optional(),
  triggers: z.array(z.string().min(1)).optional(),
});

export interface LoadedSkill {
  /** Null for a Markdown file without front matter, which is not a skill. */
  readonly skill: Result<Skill | null>;
  /** Whether it declares checks, also where something in it is wrong. */
  readonly declaresChecks: boolean;
}

/** Reads one skill file. Its checks stand in the front matter, in a fenced block, or in both. */
export async function loadSkill(root: string, file: string): Promise<LoadedSkill> {
  const text = readText(join(root, file), file);
  if (!text.ok) return { skill: text, declaresChecks: false };
  const tree = await parseMarkdown(text.value);
  const matter = tree.children.find((node) => node.type === "yaml");
  if (matter === undefined) return { skill: succeed(null), declaresChecks: false };
  const block = tree.children.find(declaresChecks);
  const inMatter = CHECKS.test(matter.value);
  return {
    skill: readSkill(file, { matter, block, inMatter }),
    declaresChecks: inMatter || block !== undefined,
  };
}

function readSkill(
  file: string,
  { matter, block, inMatter }: { matter: Yaml; block: Code | undefined; inMatter: boolean },
): Result<Skill> {
  const head = parseBlock(file, matter.value, matter.position?.start.line ?? 1);
  if (!head.ok) return head;
  const parsed = check(frontMatterSchema, head.value);
  if (!parsed.ok) return parsed;
  const { name, triggers = [] } = parsed.value;
  const skill = { file, name, triggers };
  const body = block === undefined ? null : parseBlock(file, block.value, block.position?.start.line ?? 1);
  if (body !== null && !body.ok) return body;
  const sources = [...(inMatter ? [head.value] : []), ...(body === null ? [] : [body.value])];
  if (sources.length === 0) return succeed({ ...skill, checks: null, refersTo: [] });
  const checks: DeclaredCheck[] = [];
  const refersTo: { name: string; at: Location }[] = [];
  for (const document of sources) {
    const content = check(document === head.value ? matterChecksSchema : skillSchema, document);
    if (!content.ok) return content;
    for (const [index, entry] of content.value.checks.entries()) {
      const path = ["checks", index];
      if (typeof entry === "string") refersTo.push({ name: entry, at: document.locate(path) });
      else checks.push(declareCheck(entry, document, path));
    }
  }
  return succeed({ ...skill, checks, refersTo });
}

function check<T>(schema: z.ZodType<T>, document: ConfigDocument): Result<T> {
  const parsed = schema.safeParse(document.value);
  if (parsed.success) return succeed(parsed.data);
  return fail(...describeIssues({ issues: parsed.error.issues, document, schema, kind: "skill-invalid" }));
}

/** The text of a block starts on the line after its opening fence. */
function parseBlock(file: string, text: string, fenceLine: number): Result<ConfigDocument> {
  return parseConfigDocument({ file, text, lineOffset: fenceLine, kind: "skill-invalid" });
}

function declaresChecks(node: MarkdownRoot["children"][number]): node is Code {
  return node.type === "code" && (node.lang === "yaml" || node.lang === "yml") && CHECKS.test(node.value);
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
