import { beforeAll, expect, it } from "vitest";
import { Rig } from "../rig/rig.ts";
import { installTools, linkTools } from "../tools/tools.mjs";

beforeAll(() => void installTools(), 600_000);

const FILES = {
  ".gitignore": "node_modules\n.verification-baseline.json\n",
  "package.json": "{}",
  "tsconfig.json": `{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "target": "es2022", "types": [] }, "include": ["src"] }\n`,
  "eslint.config.mjs": `import ts from "typescript-eslint";
export default ts.config({
  files: ["src/**/*.ts"],
  languageOptions: { parser: ts.parser, parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
  plugins: { "@typescript-eslint": ts.plugin },
  rules: { "@typescript-eslint/no-floating-promises": "error" },
});\n`,
  "src/fixtures/style.css": "a {}\n",
  "src/fixtures/code.ts": "export const code = 1;\n",
  "src/place.ts": `import { resolve } from "node:path";\nexport const place = (file: string): string => resolve(__dirname, "fixtures", file);\nexport const style = "./fixtures/style.css";\n`,
  "src/a.ts": `import { place } from "./place";\nplace("style.css");\n`,
};

it("a linter that looks at types depends on what code imports, and on no stylesheet that code only names in a text", async () => {
  const rig = new Rig({ trace: "on" });
  linkTools(rig.root);
  for (const [path, text] of Object.entries(FILES)) rig.write(path, text);
  rig.checks({ name: "lint", uses: "eslint", files: ["src/**/*.ts"] });
  rig.commitAll();
  expect((await rig.json()).result).toMatchObject({ success: true, filesVerified: 3 });
  rig.write("src/fixtures/style.css", "b {}\n");
  rig.write("src/fixtures/new.css", "");
  expect((await rig.json()).result).toMatchObject({ success: true, filesVerified: 0 });
  rig.write(
    "src/place.ts",
    FILES["src/place.ts"].replace("(file: string): string", "async (file: string): Promise<string>"),
  );
  expect((await rig.json()).result).toMatchObject({ success: false, filesVerified: 2 });
});
