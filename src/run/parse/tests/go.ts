import { positionOf } from "../formats/json.ts";
import type { Locate, FilePlace } from "../locate.ts";
import type { Claim, TextParser } from "../parser.ts";

const COMPILER = /^(?:vet: )?(\S.{0,1000}?\.go):(\d{1,9})(?::(\d{1,9}))?: (.*)$/;
const FAILED = /^\s{0,200}--- FAIL: (\S+)/;
const LOG = /^\s{1,200}(\S{1,1000}?\.go):(\d{1,9}): (.*)$/;
const PACKAGE = /^FAIL\t(\S+)/;

interface Pending {
  readonly at: number;
  readonly test: string;
  readonly file: string;
  readonly line: number;
  readonly message: string;
  readonly raw: string;
}

/**
 * The output of `go build`, `go vet` and `go test`. Tests name files without their directory; the package comes later.
 */
export const parseGo: TextParser = (lines, locate) => {
  const claims: Claim[] = [];
  let pending: Pending[] = [];
  let test: string | null = null;
  lines.forEach((line, at) => {
    const compiler = COMPILER.exec(line);
    const place = compiler === null ? null : locate(compiler[1] as string);
    if (compiler !== null && place?.exists === true) {
      const [, , row, column, message = ""] = compiler;
      const position = { file: place.path, line: positionOf(row), column: positionOf(column) };
      claims.push({ from: at, to: at + 1, problem: { severity: "error", message, ...position, raw: line } });
      return;
    }
    const failed = FAILED.exec(line);
    if (failed !== null) test = failed[1] as string;
    else if (/^\s{0,200}(--- (PASS|SKIP)|=== RUN)/.test(line)) test = null;
    const log = test === null ? null : LOG.exec(line);
    if (log !== null && test !== null) {
      const [, file = "", row, message = ""] = log;
      pending.push({ at, test, file, line: Number(row), message, raw: line.trim() });
    }
    const named = PACKAGE.exec(line)?.[1];
    if (named === undefined) return;
    claims.push(...pending.map((each) => claimOf(each, named, locate)));
    [pending, test] = [[], null];
  });
  return [...claims, ...pending.map((each) => claimOf(each, "", locate))];
};

function claimOf({ at, test, file, line, message, raw }: Pending, named: string, locate: Locate): Claim {
  const problem = {
    severity: "error" as const,
    message: `${test}: ${message}`,
    file: findInPackage(file, named, locate)?.path,
    line,
    raw,
  };
  return { from: at, to: at + 1, problem };
}

/** `example.com/module/part/x_test.go` is `part/x_test.go` in the repository: drops the module's name. */
function findInPackage(file: string, named: string, locate: Locate): FilePlace | null {
  const segments = named.split("/").slice(0, 30);
  for (let from = 0; from < segments.length; from++) {
    const place = locate([...segments.slice(from), file].join("/"));
    if (place?.exists === true) return place;
  }
  return locate(file);
}
