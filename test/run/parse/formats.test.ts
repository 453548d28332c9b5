import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PARSER_NAMES } from "../../../src/vocabulary/check/parser.ts";
import { captured, lines, read } from "./reading.ts";

// Go is not installed where captures are made: these follow its documentation.
describe("Go", () => {
  const files = ["pkg/a.go", "pkg/a_test.go"];

  it("go build and go vet name files from where they ran", async () => {
    const stderr =
      "# example.com/mod/pkg\npkg/a.go:3:5: undefined: x\nvet: ./pkg/a.go:9:2: unreachable code\n";
    expect(lines(await read("auto", { stderr, files }))).toEqual([
      "pkg/a.go:3:5 error - undefined: x",
      "pkg/a.go:9:2 error - unreachable code",
    ]);
  });

  it("go test names a file without its directory, which the package tells afterwards", async () => {
    const stdout = [
      "=== RUN   TestSum",
      "    a_test.go:7: no failure yet",
      "--- FAIL: TestSum (0.00s)",
      "    --- FAIL: TestSum/small (0.00s)",
      "        a_test.go:12: got 3, want 4",
      "FAIL",
      "FAIL\texample.com/mod/pkg\t0.002s",
      "",
    ].join("\n");
    expect(lines(await read("go", { stdout, files }))).toEqual([
      "pkg/a_test.go:12:- error - TestSum/small: got 3, want 4",
    ]);
  });
});

describe("markdownlint", () => {
  const files = ["a.md", "b.md"];
  const readMarkdown = (text: string, targets = files) =>
    read("markdownlint", { stderr: text, exitCode: 1, files, targets });
  const FOUND = "a.md:3 error MD001/heading-increment Headings [Expected: h2; Actual: h3]\n";

  it.each([
    [
      "0.18",
      "a.md: 3: MD001/heading-increment/header-increment Headings\n",
      "MD001/heading-increment/header-increment",
    ],
    [
      "0.30",
      "a.md:3 MD001/heading-increment/header-increment Headings\n",
      "MD001/heading-increment/header-increment",
    ],
    ["0.48", "a.md:3 error MD001/heading-increment Headings\n", "MD001/heading-increment"],
  ])("is read as version %s prints it, and files that it does not name are clean", async (_, text, code) => {
    const parsed = await readMarkdown(text);
    expect(lines(parsed)).toEqual([`a.md:3:- error ${code} Headings`]);
    expect(parsed?.covered).toEqual([
      { file: "a.md", status: "failed" },
      { file: "b.md", status: "passed" },
    ]);
  });

  it.each([
    ["it prints anything else", `${FOUND}EACCES: permission denied, open 'b.md'\n`, files],
    ["it looked at fewer files than it was given", `Linting: 1 file(s)\n${FOUND}`, files],
    ["it names a file that it was not given", FOUND, ["b.md"]],
  ])("says nothing about other files if %s", async (_, text, targets) => {
    expect((await readMarkdown(text, targets))?.covered).toEqual([]);
  });
});

describe("Stylelint", () => {
  const stdout = captured("stylelint").stdout || captured("stylelint").stderr;

  it("says of each file that it checked whether it is clean, and nothing of one with warnings alone", async () => {
    expect((await read("stylelint", { stdout, exitCode: 2 }))?.covered).toEqual([
      { file: "css/trouble.css", status: "failed" },
      { file: "css/clean.css", status: "passed" },
    ]);
  });

  it("says nothing about any file if the settings are wrong", async () => {
    const wrong = stdout.replace(
      '"invalidOptionWarnings":[]',
      '"invalidOptionWarnings":[{"text":"Invalid option"}]',
    );
    const parsed = await read("stylelint", { stdout: wrong, exitCode: 2 });
    expect(parsed?.covered).toEqual([]);
    expect(parsed?.problems.map(({ message }) => message)).toContain("Invalid option");
  });
});

describe("a path", () => {
  const gcc = async (file: string, cwd = "."): Promise<string | undefined> =>
    lines(
      await read("gcc", { stderr: `${file}:1:2: error: x\n`, cwd, files: ["a b/c.js", "packages/p/x.js"] }),
    )?.[0];

  it.each([
    ["src/lint.js", ".", "src/lint.js"],
    ["./src/lint.js", ".", "src/lint.js"],
    ["/repo/src/lint.js", ".", "src/lint.js"],
    ["/repo/./src/../src/lint.js", ".", "src/lint.js"],
    ["file:///repo/a%20b/c.js", ".", "a b/c.js"],
    ["a b/c.js", ".", "a b/c.js"],
    ["x.js", "packages/p", "packages/p/x.js"],
    ["../../src/lint.js", "packages/p", "src/lint.js"],
    ["src/lint.js", "packages/p", "src/lint.js"],
  ])("a path printed as %s in %s is %s", async (printed, cwd, expected) => {
    expect(await gcc(printed, cwd)).toBe(`${expected}:1:2 error - x`);
  });

  it.each(["https://host/src/lint.js", "12:30", "2026-11-15 12", "some words. And more"])(
    "a path that leads nowhere is not shown: %s",
    async (printed) => {
      expect(await gcc(printed)).toBeUndefined();
    },
  );

  it.each(["/elsewhere/src/lint.js", "../src/lint.js"])(
    "a path that leads out of the repository is told in the message: %s",
    async (printed) => {
      expect(await gcc(printed)).toBe(`-:-:- error - ${printed}:1:2: x`);
    },
  );

  it("a path that is not there is believed where an error is told of it, and not where anything else is", async () => {
    expect(await gcc("gen/gone.ts")).toBe("gen/gone.ts:1:2 error - x");
    for (const said of ["note: x", "x", "3 of 4"])
      expect(lines(await read("gcc", { stderr: `gen/gone.ts:1:2: ${said}\n` }))).toEqual([]);
  });
});

describe("a file that lies outside of the repository", () => {
  it("is told in the message by tsc", async () => {
    const stdout = "../sib/x.ts(3,1): error TS2322: odd\n../sib/y.ts(3,1): error TS2322: odd\n";
    expect(lines(await read("auto", { stdout }))).toEqual([
      "-:3:1 error TS2322 ../sib/x.ts(3,1): odd",
      "-:3:1 error TS2322 ../sib/y.ts(3,1): odd",
    ]);
  });

  it("is told in the message by ESLint", async () => {
    const stdout =
      "\n/elsewhere/x.js\n  1:5  error  odd  no-odd\n\n/repo/src/lint.js\n  1:5  error  odd  no-odd\n";
    expect(lines(await read("auto", { stdout }))).toEqual([
      "-:1:5 error no-odd /elsewhere/x.js: odd",
      "src/lint.js:1:5 error no-odd odd",
    ]);
  });
});

describe("lines that no format claims", () => {
  const known = "src/lint.js:1:2: error: x\n";
  const messages = async (stderr: string, exitCode = 1, stdout = known) =>
    (await read("auto", { stdout, stderr, exitCode }))?.problems.map(({ message }) => message);

  it.each([
    "FATAL: linker: out of memory",
    "error: could not compile",
    "ld: error: no such library",
    "collect2: fatal error: killed",
    "panic: runtime",
    "TypeError: x is not a function",
    "Cannot open the database",
    "Unhandled rejection",
  ])("are kept beside what explains a failure where they tell of an error: %s", async (line) => {
    expect(await messages(`${line}\n`)).toEqual(["x", line]);
  });

  it.each([
    "0 errors",
    "Found 2 errors in 1 file.",
    "no error: all is well",
    "  error: within a block",
    "Error occurred when checking code style.",
    "errors: 3",
  ])("are left alone where they only have such a word: %s", async (line) => {
    expect(await messages(`${line}\n`)).toEqual(["x"]);
  });

  it("are left alone where nothing explains the failure, nothing failed, or the user's code may have printed them", async () => {
    const line = "FATAL: linker: out of memory\n";
    expect(await messages(line, 1, "")).toBeUndefined();
    expect(await messages(line, 0, known.replace("error", "warning"))).toEqual(["x"]);
    const { stdout, stderr, exitCode } = captured("vitest-text");
    const told = await messages(stderr, exitCode, stdout);
    expect(await messages(line + stderr, exitCode, stdout)).toEqual(told);
  });
});

describe("several formats in one output", () => {
  it("are read beside each other, each line once, from both streams", async () => {
    const stdout = `> specimen@1.0.0 check\n> tsc && eslint .\n\n${captured("tsc-plain").stdout}${captured("eslint-stylish").stdout}`;
    const parsed = await read("auto", { stdout, stderr: captured("gcc").stderr });
    expect(parsed?.problems.map(({ code }) => code)).toEqual([
      "TS2322",
      "TS2322",
      undefined,
      undefined,
      "no-var",
      "no-unused-vars",
      "eqeqeq",
      "no-debugger",
      "eqeqeq",
      undefined,
      "-Wunused-variable",
    ]);
  });

  it("several formats in one output with JSON among other lines still find the JSON", async () => {
    const { stdout } = captured("vitest-json");
    for (const text of [`noise { 1\n${stdout}\n`, `${stdout}\n{ more\n`, `a\n${stdout}\n b\n`])
      expect((await read("auto", { stdout: text }))?.problems).toHaveLength(2);
  });
});

describe("a problem matcher", () => {
  it("a problem matcher of one line reads what its groups say", async () => {
    const pattern = {
      regexp: String.raw`^(\w+)\s+(.+?)@(\d+,\d+)\s+\((\w+)\) (.*)$`,
      severity: 1,
      file: 2,
      location: 3,
      code: 4,
      message: 5,
    };
    const stdout = "WARNING src/lint.js@3,9 (E7) odd\nnothing\nE src/clean.js@1,1 (E8) worse\n";
    expect(lines(await read({ pattern }, { stdout }))).toEqual([
      "src/lint.js:3:9 warning E7 odd",
      "src/clean.js:1:1 error E8 worse",
    ]);
  });

  it("a problem matcher of several lines that loops gives a problem for each line below the file", async () => {
    const matcher = {
      severity: "warning" as const,
      pattern: [
        { regexp: "^(src/.*)$", file: 1 },
        { regexp: String.raw`^\s+(\d+):(\d+)\s+(.*)$`, line: 1, column: 2, message: 3, loop: true },
      ],
    };
    const stdout =
      "src/lint.js\n  1:2 a\n  3:4 b\nelse\n  5:6 not below a file\nsrc/clean.js\nsrc/warned.js\n  7:8 c\n";
    expect(lines(await read(matcher, { stdout }))).toEqual([
      "src/lint.js:1:2 warning - a",
      "src/lint.js:3:4 warning - b",
      "src/warned.js:7:8 warning - c",
    ]);
  });
});

describe("whatever is printed", () => {
  it("a suite that is cut after its first line still says that it failed", async () => {
    const parsed = await read("auto", { stdout: " FAIL  test/broken.test.js [ test/broken.test.js ]\n" });
    expect(parsed?.problems.map(({ message }) => message)).toEqual(["failed"]);
  });

  const names = ["auto", ...PARSER_NAMES] as const;
  const corpus = [
    "eslint-json",
    "tsc-pretty",
    "node-tap",
    "node-spec",
    "pytest",
    "biome-junit",
    "vitest-text",
    "jest-text",
    "python-traceback",
  ].map((name) => captured(name).stdout + captured(name).stderr);

  it("no parser throws, cut and mixed as it may be", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.array(fc.tuple(fc.constantFrom(...corpus), fc.nat(3000), fc.nat(3000), fc.string()), {
          maxLength: 4,
        }),
        async (name, parts) => {
          const stdout = parts
            .map(([text, from, length, noise]) => text.slice(from, from + length) + noise)
            .join("\n");
          const parsed = await read(name, { stdout, stderr: stdout });
          for (const problem of parsed?.problems ?? []) expect(problem.message).not.toBe("");
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("Jest's text", () => {
  it.each(["FAIL src/a.test.js (5.2 s)", "FAIL unit src/a.test.js (120 ms)", "FAIL unit src/a.test.js"])(
    "names its file also in the line %s",
    async (head) => {
      const stdout = [head, "  ● sums", "", "    expected 3", "", "      at src/a.test.js:4:5", ""].join(
        "\n",
      );
      const parsed = await read("auto", { stdout: "", stderr: stdout, files: ["src/a.test.js"] });
      expect(parsed?.problems).toMatchObject([{ file: "src/a.test.js", severity: "error" }]);
    },
  );
});
