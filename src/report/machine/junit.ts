import type { VerificationResult } from "../../vocabulary/run/verification-result.ts";
import type { ReportedFinding } from "../../vocabulary/verdict/finding.ts";
import type { CheckResult } from "../../vocabulary/verdict/result.ts";
import { formatPlace } from "../../wording/format-place.ts";
import { plain, plainLine } from "../print/plain.ts";

/** Characters of each stream that are included with a failed check. */
const OUTPUT = 16 * 1024;

/** JUnit's XML: a suite for each check, a case for each error that it found, or one for the check as a whole. */
export function renderJunit(result: VerificationResult): string {
  const suites = result.results.map((check) => renderSuite(check, result));
  const total = (count: (suite: Suite) => number): number =>
    suites.reduce((sum, suite) => sum + count(suite), 0);
  const root = element(
    "testsuites",
    {
      name: "verification",
      tests: total(({ cases }) => cases.length),
      failures: total(({ cases }) => cases.filter(({ kind }) => kind === "failure").length),
      skipped: total(({ cases }) => cases.filter(({ kind }) => kind === "skipped").length),
      errors: 0,
      time: seconds(result.duration),
    },
    suites.map(({ xml }) => xml),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

interface Case {
  readonly kind: "passed" | "failure" | "skipped";
  readonly xml: string;
}

interface Suite {
  readonly cases: readonly Case[];
  readonly xml: string;
}

function renderSuite(check: CheckResult, { findings, tolerated, reason }: VerificationResult): Suite {
  const errors = findings.filter(
    (finding) => finding.check === check.check && finding.severity === "error" && finding.file !== undefined,
  );
  const isTolerated = tolerated.includes(check.check);
  const cases =
    check.status === "failed" && errors.length > 0
      ? errors.map((finding) => findingCase(finding, isTolerated))
      : [checkCase(check, { isTolerated, findings })];
  const output =
    check.status === "failed"
      ? [
          element("system-out", {}, [escape(tail(check.stdout))]),
          element("system-err", {}, [escape(tail(check.stderr))]),
        ]
      : [];
  const count = (kind: Case["kind"]): number => cases.filter((each) => each.kind === kind).length;
  const attributes = {
    name: check.check,
    tests: cases.length,
    failures: count("failure"),
    skipped: count("skipped"),
    errors: 0,
    time: seconds(check.duration),
    timestamp: new Date(check.timestamp).toISOString(),
  };
  const listed = [
    ...(reason === null ? [] : [["reason", reason] as const]),
    ...(check.status === "failed" && check.description !== ""
      ? [["description", check.description] as const]
      : []),
  ].map(([name, value]) => element("property", { name, value: plainLine(value) }, []));
  const properties = listed.length === 0 ? [] : [element("properties", {}, listed)];
  const children = [...properties, ...cases.map(({ xml }) => xml), ...output];
  return { cases, xml: element("testsuite", attributes, children) };
}

function checkCase(
  check: CheckResult,
  { isTolerated, findings }: { readonly isTolerated: boolean } & Pick<VerificationResult, "findings">,
): Case {
  const attributes = { name: check.check, classname: check.check, time: seconds(check.duration) };
  const wrap = (kind: Case["kind"], children: readonly string[]): Case => ({
    kind,
    xml: element("testcase", attributes, children),
  });
  const built = findings.find((finding) => finding.check === check.check && finding.category === "build");
  const why = (check.status === "failed" ? built?.message : undefined) ?? check.why ?? "";
  if (check.status === "passed") return wrap("passed", []);
  if (check.status === "skipped" || isTolerated)
    return wrap("skipped", [element("skipped", { message: isTolerated ? `old: ${why}` : why }, [])]);
  return wrap("failure", [element("failure", { message: why, type: check.type }, [escape(why)])]);
}

function findingCase(finding: ReportedFinding, isTolerated: boolean): Case {
  const { file = "", line, code, message, context = "", suggestion = "" } = finding;
  const place = formatPlace({ ...finding, file });
  const attributes = {
    name: `${place} ${code ?? plainLine(message, 100)}`,
    classname: finding.check,
    file,
    ...(line === undefined ? {} : { line }),
    time: "0",
  };
  if (isTolerated) {
    const skipped = element("skipped", { message: `old: ${plainLine(message)}` }, []);
    return { kind: "skipped", xml: element("testcase", attributes, [skipped]) };
  }
  const text = [`${place}: ${message}`, context, suggestion].filter((part) => part !== "").join("\n");
  const failure = element("failure", { message: plainLine(message), type: code ?? "error" }, [escape(text)]);
  return { kind: "failure", xml: element("testcase", attributes, [failure]) };
}

function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  children: readonly string[],
): string {
  const list = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escape(String(value)).replaceAll("\n", "&#10;").replaceAll("\t", "&#9;")}"`,
  );
  return children.length === 0
    ? `<${name}${list.join("")}/>`
    : `<${name}${list.join("")}>${children.join("")}</${name}>`;
}

/** Text that XML reads back unchanged, without characters that XML cannot contain. */
function escape(text: string): string {
  return plain(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function tail(text: string): string {
  return text.length > OUTPUT ? `...\n${text.slice(-OUTPUT)}` : text;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
