import { beforeAll, describe, expect, it } from "vitest";
import type { CheckInput, VerificationResult } from "../../src/index.ts";
import { Rig } from "../rig/rig.ts";
import { SPECIMEN } from "../tools/specimen.mjs";
import { installTools, linkTools } from "../tools/tools.mjs";

beforeAll(() => void installTools(), 600_000);

type Uses = NonNullable<CheckInput["uses"]>;

/** A repository with these files of the specimen and the real tools. */
function rigFor(check: Partial<CheckInput>, files: readonly string[]): Rig {
  const rig = new Rig();
  for (const file of ["package.json", ...files]) rig.write(file, SPECIMEN[file] ?? "");
  rig.write(".gitignore", "node_modules\n.verification-baseline.json\ntest-results\n");
  linkTools(rig.root);
  rig.checks({ name: "check", ...check });
  return rig;
}

function summary({ results: [result] }: VerificationResult): object {
  return {
    status: result?.status,
    run: result?.filesVerified,
    stood: result?.cacheHits,
    findings: result?.errors.map(
      ({ file, line, column, severity, code }) =>
        `${[file, line, column].filter((part) => (part ?? null) !== null).join(":")} ${severity} ${code ?? "-"}`,
    ),
  };
}

async function verified(rig: Rig): Promise<object> {
  return summary((await rig.json()).result);
}

const LINTED = ["src/lint.js", "src/clean.js", "src/warned.js"];

describe("a preset of a tool that tells its files apart", () => {
  const cases: readonly {
    readonly uses: Uses;
    readonly only?: string[];
    readonly files: readonly string[];
    readonly configuration: readonly string[];
    readonly findings: readonly string[];
    /** How many files run again when one that failed is fixed, and how many verdicts stand. */
    readonly again: {
      readonly fix: string;
      readonly with: string;
      readonly run: number;
      readonly stood: number;
    };
  }[] = [
    {
      uses: "eslint",
      files: LINTED,
      configuration: ["eslint.config.js"],
      findings: [
        "src/lint.js:2:3 error no-var",
        "src/lint.js:2:7 error no-unused-vars",
        "src/lint.js:3:9 warning eqeqeq",
        "src/lint.js:4:5 error no-debugger",
        "src/warned.js:2:16 warning eqeqeq",
      ],
      // The warned file and the configuration, which is code too: it was clean.
      again: { fix: "src/lint.js", with: "export const two = 2;\n", run: 2, stood: 2 },
    },
    {
      uses: "oxlint",
      files: LINTED,
      configuration: [".oxlintrc.json"],
      findings: [
        "src/lint.js:2:7 warning eslint(no-unused-vars)",
        "src/lint.js:3:9 error eslint(eqeqeq)",
        "src/lint.js:4:5 error eslint(no-debugger)",
        "src/warned.js:2:16 error eslint(eqeqeq)",
      ],
      again: { fix: "src/lint.js", with: "export const two = 2;\n", run: 1, stood: 2 },
    },
    {
      uses: "biome",
      only: ["src/**"],
      files: LINTED,
      configuration: ["biome.json"],
      findings: [
        "src/lint.js:2:7 warning lint/correctness/noUnusedVariables",
        "src/lint.js:3:9 error lint/suspicious/noDoubleEquals",
        "src/lint.js:4:5 error lint/suspicious/noDebugger",
      ],
      again: { fix: "src/lint.js", with: "export const two = 2;\n", run: 1, stood: 2 },
    },
    {
      uses: "vitest",
      files: ["test/sum.test.js", "test/clean.test.js"],
      configuration: ["vitest.config.js"],
      findings: ["test/sum.test.js:8:19 error -"],
      again: { fix: "test/sum.test.js", with: SPECIMEN["test/clean.test.js"] ?? "", run: 1, stood: 1 },
    },
    {
      uses: "jest",
      files: ["jest/sum.test.cjs", "jest/clean.test.cjs"],
      configuration: ["jest.config.cjs"],
      findings: ["jest/sum.test.cjs:6:22 error -"],
      again: { fix: "jest/sum.test.cjs", with: SPECIMEN["jest/clean.test.cjs"] ?? "", run: 1, stood: 1 },
    },
  ];

  it.each(cases)("$uses: keeps the verdict of each file of a batch that failed", async (each) => {
    const only = each.only === undefined ? {} : { files: each.only };
    const rig = rigFor({ uses: each.uses, ...only }, [...each.files, ...each.configuration]);
    const first = (await verified(rig)) as { status: string; findings: string[] };
    expect(first.findings.sort()).toEqual([...each.findings].sort());
    expect(first.status).toBe("failed");
    const { fix, with: content, run, stood } = each.again;
    rig.write(fix, content);
    const second = (await rig.json()).result.results[0];
    expect({ run: second?.filesVerified, stood: second?.cacheHits }).toEqual({ run, stood });
    const fresh = (await rig.json(["--force"])).result.results[0];
    expect(second?.status).toBe(fresh?.status);
    const ids = (findings: readonly { id: string }[] = []): readonly string[] =>
      findings.map(({ id }) => id).sort();
    expect(ids(second?.errors)).toEqual(ids(fresh?.errors));
  });

  it("vitest: does not believe a file that left an error behind that no test caught", async () => {
    const files = ["test/sum.test.js", "test/clean.test.js", "test/unhandled.test.js", "vitest.config.js"];
    const rig = rigFor({ uses: "vitest" }, files);
    expect(await verified(rig)).toMatchObject({ status: "failed", run: 3 });
    rig.write("test/sum.test.js", SPECIMEN["test/clean.test.js"] ?? "");
    expect(await verified(rig)).toMatchObject({ status: "failed", run: 3, stood: 0 });
  });
});

describe("a preset of a tool that does not tell its files apart", () => {
  it("prettier: keeps what it says of each file, unless one has an error", async () => {
    const rig = rigFor({ uses: "prettier", files: ["src/*"] }, ["src/ugly.js", "src/clean.js"]);
    expect(await verified(rig)).toMatchObject({ status: "failed", findings: ["src/ugly.js error -"] });
    rig.write("src/ugly.js", "export const x = 1;\n");
    expect(await verified(rig)).toEqual({ status: "passed", run: 1, stood: 1, findings: [] });
    rig.write("src/broken.js", "export const = 1;\n");
    rig.write("src/clean.js", "export  const y = 1;\n");
    expect(await verified(rig)).toMatchObject({ status: "failed", run: 2, stood: 1 });
    rig.write("src/broken.js", "export const z = 1;\n");
    expect(await verified(rig)).toMatchObject({ status: "failed", run: 2, stood: 1 });
    rig.write("src/more.js", "export  const more = 1;\n");
    expect(await verified(rig)).toMatchObject({ status: "failed", run: 1, stood: 3 });
  });

  it("tsc: is about the project, and a document does not matter to it", async () => {
    const rig = rigFor({ uses: "tsc" }, ["tsconfig.json", "src/clean.ts", "src/types.ts"]);
    expect(await verified(rig)).toMatchObject({
      status: "failed",
      findings: ["src/types.ts:3:14 error TS2322", "src/types.ts:10:12 error TS2322"],
    });
    rig.write("README.md", "# New\n");
    expect(await verified(rig)).toMatchObject({ status: "failed", run: 0, stood: 1 });
    rig.write("src/types.ts", "export {};\n");
    expect(await verified(rig)).toMatchObject({ status: "passed", run: 1 });
  });

  it("node-test: finds the lines that failed", async () => {
    const rig = rigFor({ uses: "node-test" }, ["node/sum.test.mjs", "node/clean.test.mjs"]);
    expect(await verified(rig)).toMatchObject({
      status: "failed",
      run: 2,
      findings: [
        "node/sum.test.mjs:7:12 error ERR_ASSERTION",
        "node/sum.test.mjs:11:9 error ERR_TEST_FAILURE",
      ],
    });
  });

  it("playwright: finds the lines that failed", async () => {
    const files = ["playwright.config.js", "playwright/sum.spec.js", "playwright/clean.spec.js"];
    const rig = rigFor({ uses: "playwright" }, files);
    expect(await verified(rig)).toMatchObject({
      status: "failed",
      run: 1,
      findings: ["playwright/sum.spec.js:7:17 error -"],
    });
  });

  it("knip: finds what is not used", async () => {
    const rig = rigFor({ uses: "knip" }, ["tsconfig.json", "src/clean.ts", "src/types.ts"]);
    expect(await verified(rig)).toMatchObject({ status: "failed", findings: ["src/types.ts:1:1 error -"] });
  });
});

describe("a preset", () => {
  it.each([
    ["eslint", "eslint.config.js", "export default [{ ignores: ['src/a.js'] }];\n"],
    ["oxlint", ".oxlintrc.json", '{ "ignorePatterns": ["src/a.js"] }\n'],
    ["biome", "biome.json", '{ "files": { "includes": ["**", "!src/a.js"] } }\n'],
    ["prettier", ".prettierignore", "src/a.js\n"],
    ["vitest", "vitest.config.js", "export default { test: { include: ['no/**'] } };\n"],
    ["jest", "jest.config.cjs", "module.exports = { testMatch: ['**/no/**'] };\n"],
  ] as const)("%s: passes where the tool ignores all files it is given", async (uses, file, content) => {
    const rig = rigFor({ uses, files: ["src/a.js"] }, []);
    rig.write(file, content);
    rig.write("src/a.js", "debugger;   throw 1\n");
    expect(await verified(rig)).toEqual({ status: "passed", run: 1, stood: 0, findings: [] });
  });
});

describe("what stands beside uses", () => {
  it("counts in place of what the preset says", async () => {
    const rig = rigFor({ uses: "eslint", command: "eslint --max-warnings 0", files: ["src/warned.js"] }, [
      ...LINTED,
      "eslint.config.js",
    ]);
    expect(await verified(rig)).toEqual({
      status: "failed",
      run: 1,
      stood: 0,
      findings: ["src/warned.js:2:16 warning eqeqeq", " error -"],
    });
  });

  it.each([
    ["an option", "eslint --max-warnings 1", {}],
    ["an option of a script", "npm run lint --silent --", { lint: "eslint --max-warnings=1" }],
  ])(
    "may be a limit for all files together, and then each run checks all of them: %s",
    async (_, command, scripts) => {
      const warned = "export const warned = (value) => value == 1;\n";
      const rig = rigFor({ uses: "eslint", command, files: ["src/*.js"] }, ["eslint.config.js"]);
      rig.write("package.json", JSON.stringify({ name: "a", type: "module", scripts }));
      rig.write("src/a.js", warned);
      rig.write("src/b.js", "export const b = 1;\n");
      expect(await verified(rig)).toMatchObject({ status: "passed", run: 2 });
      rig.write("src/b.js", warned);
      expect(await verified(rig)).toMatchObject({ status: "failed", run: 2 });
      rig.write("src/b.js", "export const b = 2;\n");
      expect(await verified(rig)).toMatchObject({ status: "passed", run: 2 });
    },
  );

  it("may be other arguments: then the output is recognised, and the check is about all files", async () => {
    const rig = rigFor({ uses: "eslint", args: ["src"] }, [...LINTED, "eslint.config.js"]);
    expect(await verified(rig)).toMatchObject({ status: "failed", run: 1, findings: { length: 5 } });
    rig.write("README.md", "# New\n");
    expect(await verified(rig)).toMatchObject({ run: 1 });
  });

  it("is a mistake where no tool has that name, with the place and the name that was meant", async () => {
    const rig = new Rig();
    rig.write(".verification.yml", "checks:\n  - name: lint\n    uses: esslint\n");
    const { status, stderr } = await rig.verification();
    expect(status).toBe(2);
    expect(stderr).toContain(".verification.yml:3:11: checks[0].uses is not valid.");
    expect(stderr).toContain('Did you mean "eslint"?');
  });
});
