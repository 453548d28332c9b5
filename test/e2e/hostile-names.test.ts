import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { VerificationResult } from "../../src/index.ts";
import { rigWith, verified } from "../rig/incremental.ts";
import { shell, type Rig } from "../rig/rig.ts";

const NAMES = [
  "new\nline.txt",
  "quote'\"`.txt",
  "-dash.txt",
  "--end-of-options.txt",
  "sp ace.txt",
  " edge .txt",
  "dot..txt",
  "ümlaut日本.txt",
  "tab\t.txt",
  "bell\u0007\u001b[31m.txt",
  "<script>alert(1)<\u2215script>.txt",
  "<img src=x onerror=alert(1)>.txt",
  "$(touch pwned).txt",
  "`touch pwned`.txt",
  ";touch pwned;.txt",
  "%s%n{files}.txt",
  "back\\slash.txt",
  "*.txt",
  "[ab]?.txt",
  "__proto__.txt",
  `${"long".repeat(60)}.txt`,
];

/** Names every file on a line of its own findings format, and fails where one says BAD. */
const SCRIPT = `
status=0
for file; do
  [ -f "$file" ] || exit 9
  if grep -q BAD "$file"; then echo "$file" >> .ran; status=1; fi
done
exit $status
`;

function rigWithNames(): Rig {
  const rig = rigWith({
    name: "each",
    type: "lint",
    command: "sh",
    args: ["-c", SCRIPT, "sh", "{files}"],
    files: ["*.txt"],
  });
  for (const name of NAMES) rig.write(name, "fine\n");
  return rig;
}

it("names of any kind are verified, found again, and told apart, through git, arguments, store and JSON", async () => {
  const rig = rigWithNames();
  rig.commitAll();
  expect(await verified(rig)).toMatchObject({ success: true, filesVerified: NAMES.length });
  expect(await verified(rig)).toMatchObject({ filesVerified: 0, cacheHits: NAMES.length });
  for (const name of NAMES.filter((_, at) => at % 4 === 0)) {
    rig.write(name, "BAD\n");
    const result = await verified(rig);
    expect(result.success).toBe(false);
    expect(result.scope.requiresVerification).toEqual([name]);
    expect(result.changes.changedFiles.map(({ path }) => path)).toEqual([name]);
    rig.write(name, "fine\n");
  }
  expect(await verified(rig)).toMatchObject({ success: true, filesVerified: 0 });
});

it("a name that is not UTF-8 is verified as it is, and is not taken for another", async () => {
  const rig = rigWith(shell("all", 'for file in *.txt; do ! grep -q BAD "$file" || exit 1; done'));
  const bytes = (name: string): Buffer =>
    Buffer.concat([Buffer.from(`${rig.root}/`), Buffer.from(name, "latin1")]);
  writeFileSync(bytes("caf\xe9.txt"), "fine");
  writeFileSync(bytes("caf\xe8.txt"), "fine");
  rig.commitAll();
  expect(await verified(rig)).toMatchObject({ success: true, filesVerified: 1 });
  expect(await verified(rig)).toMatchObject({ filesVerified: 0 });
  writeFileSync(bytes("caf\xe9.txt"), "BAD");
  expect(await verified(rig)).toMatchObject({ success: false });
  writeFileSync(bytes("caf\xe9.txt"), "fine");
  writeFileSync(bytes("caf\xe8.txt"), "BAD");
  expect(await verified(rig)).toMatchObject({ success: false });
});

const EVIL = `<script>alert("x")</script>`;

it("a check cannot have a name that means something elsewhere", async () => {
  const rig = rigWith();
  for (const name of [EVIL, "-dash", "new\nline", "$(x)", "__proto__\u0007"]) {
    rig.checks(shell(name, "true"));
    const { status, stderr } = await rig.verification();
    expect(status).toBe(2);
    expect(stderr).toContain("checks[0].name is not valid");
  }
});

it("names of files and messages stay text in every report", async () => {
  const message = `${EVIL} \\033[31m ]]> --> ::error::x`;
  const rig = rigWith(
    shell("evil", `printf '%b\\n' 'src/<b>.txt:1:1: error: ${message}'; exit 1`, { type: "lint" }),
  );
  mkdirSync(join(rig.root, "src"));
  rig.write("src/<b>.txt", "1");
  const report = (name: string): string => join(rig.root, "..", name);
  const formats = ["html", "sarif", "junit", "markdown", "github"].flatMap((format) => [
    "--format",
    `${format}=${report(`report.${format}`)}`,
  ]);
  const { status } = await rig.verification([...formats]);
  expect(status).toBe(1);
  const html = readFileSync(report("report.html"), "utf8");
  expect(html).not.toContain(EVIL);
  expect(html).toContain("&lt;script");
  expect(html).not.toContain("<b>.txt");
  const sarif = JSON.parse(readFileSync(report("report.sarif"), "utf8")) as {
    runs: { results: unknown[] }[];
  };
  expect(sarif.runs[0]?.results).toHaveLength(1);
  const junit = readFileSync(report("report.junit"), "utf8");
  expect(junit).not.toContain(EVIL);
  for (const format of ["html", "sarif", "junit", "markdown", "github"])
    expect(readFileSync(report(`report.${format}`), "utf8")).not.toContain("\u001b");
  expect(
    readFileSync(report("report.github"), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("::error")),
  ).toHaveLength(1);
});

it("no name is run as a command", async () => {
  const rig = rigWithNames();
  await rig.verification(["--format", "html", "--report-path", join(rig.root, "../report.html")]);
  for (const name of NAMES) await rig.verification(["explain", `./${name}`]).catch(() => {});
  const listed = execFileSync("ls", ["-a"], { cwd: rig.root, encoding: "utf8" }).split("\n");
  expect(listed).not.toContain("pwned");
  expect((JSON.parse((await rig.verification(["--json"])).stdout) as VerificationResult).success).toBe(true);
});
