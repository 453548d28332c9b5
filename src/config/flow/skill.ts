import { join } from "node:path";
import { z } from "zod";
import { splitFrontMatter } from "../../values/front-matter.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { Location, Result } from "../../vocabulary/failure.ts";
import { type ConfigDocument, parseConfigDocument, readText } from "../document.ts";
import { declareCheck, type DeclaredCheck } from "../resolve/declared-check.ts";
import { describeIssues } from "../schema/describe-issue.ts";
import { skillSchema } from "../schema/schema.ts";

/** A Markdown file that declares checks for an occasion. */
export interface Skill {
  readonly file: string;
  readonly name: string;
  readonly triggers: readonly string[];
  /** Its own checks; null if the file declares none. */
  readonly checks: readonly DeclaredCheck[] | null;
  /** Names of checks that the configuration declares. */
  readonly refersTo: readonly { readonly name: string; readonly at: Location }[];
}

const CHECKS = /^checks\s*:/m;
/** For a file that cannot be parsed: whether it may be about checks. */
const MAY_DECLARE = /(?:^|[\s{,"'])checks["']?\s*:/m;
/** Opened front matter, with a key on its first line. */
const OPENED = /^---[ \t]*\r?\n[ \t]*["']?[\w-]+["']?[ \t]*:/;

/** Front matter has other keys too. */
const matterChecksSchema = z.looseObject(skillSchema.shape);
const metadataChecksSchema = z.looseObject({ metadata: matterChecksSchema });

/** A list, or the same in one string: in agentskills.io, values of `metadata` are strings. */
const triggersSchema = z
  .union([z.array(z.string().min(1)), z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean))])
  .optional();

const ownFields = {
  type: z.string().optional(),
  version: z.union([z.string(), z.number()]).optional(),
  author: z.string().optional(),
  triggers: triggersSchema,
};

/** As in agentskills.io, with our own fields under `metadata`, or beside the others as in the older form. */
const frontMatterSchema = z.looseObject({
  name: z.string().min(1),
  description: z.string().optional(),
  ...ownFields,
  metadata: z.looseObject({ ...ownFields, checks: z.unknown().optional() }).optional(),
});

export interface LoadedSkill {
  /** Null for a Markdown file without front matter, which is not a skill. */
  readonly skill: Result<Skill | null>;
  /** Whether it declares checks, even if something in it is wrong. */
  readonly declaresChecks: boolean;
}

/** Reads one skill file. Its checks are in the front matter, in a fenced block, or in both. */
export async function loadSkill(root: string, file: string): Promise<LoadedSkill> {
  const text = readText(join(root, file), file);
  // A file that cannot be read may declare any check.
  if (!text.ok) return { skill: text, declaresChecks: true };
  const mayDeclare = MAY_DECLARE.test(text.value);
  const plain = text.value.replace(/^\uFEFF/, "");
  const { front, body, precedingLines } = splitFrontMatter(plain);
  if (front === null) {
    const isOpen = OPENED.test(plain);
    return { skill: isOpen ? unclosed(file) : succeed(null), declaresChecks: isOpen && mayDeclare };
  }
  const block = await findChecksBlock(body, precedingLines);
  const matter = { text: front, fenceLine: 1 };
  const skill = readSkill(file, { matter, block, inMatter: CHECKS.test(front) });
  return { skill, declaresChecks: mayDeclare };
}

function readSkill(
  file: string,
  { matter, block, inMatter }: { matter: FencedText; block: FencedText | undefined; inMatter: boolean },
): Result<Skill> {
  const head = parseBlock(file, matter);
  if (!head.ok) return head;
  const parsed = check(frontMatterSchema, head.value);
  if (!parsed.ok) return parsed;
  const { name, triggers = [], metadata } = parsed.value;
  const skill = { file, name, triggers: [...new Set([...triggers, ...(metadata?.triggers ?? [])])] };
  const body = block === undefined ? null : parseBlock(file, block);
  if (body !== null && !body.ok) return body;
  const sources: readonly ChecksSource[] = [
    ...(inMatter ? [{ document: head.value, schema: matterChecksSchema, path: ["checks"] }] : []),
    ...(metadata?.checks === undefined
      ? []
      : [{ document: head.value, schema: metadataChecksSchema, path: ["metadata", "checks"] }]),
    ...(body === null ? [] : [{ document: body.value, schema: skillSchema, path: ["checks"] }]),
  ];
  if (sources.length === 0) return succeed({ ...skill, checks: null, refersTo: [] });
  const checks: DeclaredCheck[] = [];
  const refersTo: { name: string; at: Location }[] = [];
  for (const { document, schema, path: at } of sources) {
    const content = check<WithChecks>(schema, document);
    if (!content.ok) return content;
    const listed = content.value.checks ?? content.value.metadata?.checks ?? [];
    for (const [index, entry] of listed.entries()) {
      const path = [...at, index];
      if (typeof entry === "string") refersTo.push({ name: entry, at: document.locate(path) });
      else checks.push(declareCheck(entry, document, path));
    }
  }
  return succeed({ ...skill, checks, refersTo });
}

type ListedChecks = z.output<typeof skillSchema>["checks"];

interface WithChecks {
  readonly checks?: ListedChecks;
  readonly metadata?: { readonly checks: ListedChecks };
}

/** The place where checks are declared. */
interface ChecksSource {
  readonly document: ConfigDocument;
  readonly schema: z.ZodType<WithChecks>;
  readonly path: readonly string[];
}

function unclosed(file: string): Result<never> {
  return fail({
    kind: "skill-invalid",
    message: "The front matter is not closed.",
    at: { file, line: 1, column: 1 },
    expected: "a line --- at its end",
  });
}

function check<T>(schema: z.ZodType<T>, document: ConfigDocument): Result<T> {
  const parsed = schema.safeParse(document.value);
  if (parsed.success) return succeed(parsed.data);
  return fail(...describeIssues({ issues: parsed.error.issues, document, schema, kind: "skill-invalid" }));
}

/** The text of a block starts on the line after its opening fence. */
function parseBlock(file: string, { text, fenceLine }: FencedText): Result<ConfigDocument> {
  // Without the break before its closing fence: what is missing at the end is missing on its last line.
  const own = text.replace(/\r?\n$/, "");
  return parseConfigDocument({ file, text: own, lineOffset: fenceLine, kind: "skill-invalid" });
}

interface FencedText {
  readonly text: string;
  /** The line of its opening fence, from 1. */
  readonly fenceLine: number;
}

/** The first fenced block of YAML with checks, outside of lists and quotes. */
async function findChecksBlock(body: string, precedingLines: number): Promise<FencedText | undefined> {
  const { default: MarkdownIt } = await import("markdown-it");
  const block = new MarkdownIt()
    .parse(body, {})
    .find(
      ({ type, level, info, content }) =>
        type === "fence" &&
        level === 0 &&
        /^ya?ml$/i.test(info.trim().split(/\s/)[0] ?? "") &&
        CHECKS.test(content),
    );
  return block && { text: block.content, fenceLine: precedingLines + (block.map?.[0] ?? 0) + 1 };
}
