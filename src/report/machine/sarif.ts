import type { Log, Notification, PhysicalLocation, ReportingDescriptor, Result } from "sarif";
import { VERSION } from "../../vocabulary/engine.ts";
import type { VerificationResult } from "../../vocabulary/run/verification-result.ts";
import type { ReportedFinding } from "../../vocabulary/verdict/finding.ts";
import { orderFindings } from "../order-findings.ts";
import { plain, plainLine } from "../print/plain.ts";
import { safeJson, type SafeText } from "../print/safe-text.ts";

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
const LEVELS = { error: "error", warning: "warning", info: "note" } as const;
/** How many results code scanning accepts per run. */
const MOST = 25_000;

/**
 * SARIF 2.1.0, as code scanning accepts it. A SARIF result needs a place, so findings outside the repository's files
 * become notifications of the run.
 */
export function renderSarif(result: VerificationResult): SafeText {
  const placed = orderFindings(result).filter(isPlaced).slice(0, MOST);
  const rules = collectRules(placed, describeFailed(result));
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const log: Log = {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "incremental-verification", semanticVersion: VERSION, rules } },
        automationDetails: { id: "verification/" },
        columnKind: "utf16CodeUnits",
        ...(result.reason === null ? {} : { properties: { reason: plain(result.reason) } }),
        originalUriBaseIds: { "%SRCROOT%": { description: { text: "The root of the repository." } } },
        invocations: [
          {
            executionSuccessful: result.stoppedBy === null,
            startTimeUtc: result.startedAt,
            toolExecutionNotifications: describeRest(result),
          },
        ],
        results: placed.map((finding) =>
          toResult(finding, { indexes, isCompared: result.findingsBaseline !== null }),
        ),
      },
    ],
  };
  return safeJson(log, 2);
}

type Placed = ReportedFinding & { readonly file: string };

function isPlaced(finding: ReportedFinding): finding is Placed {
  const { file } = finding;
  return file !== undefined && file !== "" && !file.startsWith("/") && !file.split("/").includes("..");
}

/** Stable as long as the names of the check and of the tool's rule are. */
function ruleId({ check, code }: ReportedFinding): string {
  return plainLine(code === undefined ? check : `${check}/${code}`, 250);
}

/** What the configuration says about the checks that failed, by name. */
function describeFailed({ results }: VerificationResult): ReadonlyMap<string, string> {
  return new Map(
    results.flatMap(({ check, status, description }) =>
      status === "failed" && description !== "" ? [[check, description] as const] : [],
    ),
  );
}

function collectRules(
  findings: readonly Placed[],
  descriptions: ReadonlyMap<string, string>,
): ReportingDescriptor[] {
  const rules = new Map<string, ReportingDescriptor>();
  for (const finding of findings) {
    const id = ruleId(finding);
    if (rules.has(id)) continue;
    const text =
      finding.code === undefined
        ? `Found by ${finding.check}`
        : `${plainLine(finding.code)}, found by ${finding.check}`;
    rules.set(id, {
      id,
      name: plainLine(finding.code ?? finding.check),
      shortDescription: { text },
      ...(descriptions.has(finding.check)
        ? { fullDescription: { text: plain(descriptions.get(finding.check) ?? "") } }
        : {}),
      defaultConfiguration: { level: LEVELS[finding.severity] },
      properties: {
        tags: [...new Set([finding.category, finding.checkCategory ?? ""])]
          .filter(Boolean)
          .map((tag) => plainLine(tag)),
      },
    });
  }
  return [...rules.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}

function toResult(
  finding: Placed,
  { indexes, isCompared }: { readonly indexes: ReadonlyMap<string, number>; readonly isCompared: boolean },
): Result {
  const id = ruleId(finding);
  return {
    ruleId: id,
    ruleIndex: indexes.get(id) ?? -1,
    level: LEVELS[finding.severity],
    message: { text: messageOf(finding) || id },
    locations: [{ physicalLocation: toLocation(finding) }],
    partialFingerprints: { "findingId/v1": finding.id },
    ...(isCompared
      ? { baselineState: finding.state === "new" ? ("new" as const) : ("unchanged" as const) }
      : {}),
    ...(finding.suggestion === undefined ? {} : { properties: { suggestion: plain(finding.suggestion) } }),
  };
}

/** What viewers show: they ignore the properties. */
function messageOf({ message, suggestion }: Placed): string {
  return plain(suggestion === undefined ? message : `${message}\n${suggestion}`);
}

function toLocation({ file, line, column }: Placed): PhysicalLocation {
  const uri = plain(file).split("/").map(encodeURIComponent).join("/");
  const artifactLocation = { uri, uriBaseId: "%SRCROOT%" };
  if (line === undefined || line < 1) return { artifactLocation };
  const startColumn = column !== undefined && column >= 1 ? { startColumn: column } : {};
  return { artifactLocation, region: { startLine: line, ...startColumn } };
}

/** Failures that belong to no file. */
function describeRest(result: VerificationResult): Notification[] {
  const descriptions = describeFailed(result);
  return result.findings
    .filter((finding) => !isPlaced(finding))
    .slice(0, MOST)
    .map((finding) => ({
      descriptor: { id: ruleId(finding) },
      level: LEVELS[finding.severity],
      message: {
        text: [plain(finding.message) || ruleId(finding), ...describe(finding, descriptions)].join("\n"),
      },
    }));
}

function describe({ check }: ReportedFinding, descriptions: ReadonlyMap<string, string>): readonly string[] {
  const description = descriptions.get(check);
  return description === undefined ? [] : [plain(description)];
}
