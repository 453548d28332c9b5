// A repository of small TypeScript packages: each file imports a few before it, each package the one before it.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export function generateRepository(directory, { packages, filesPerPackage, config }) {
  for (let index = 0; index < packages; index++) {
    const folder = join(directory, "packages", `p${index}`);
    mkdirSync(join(folder, "src"), { recursive: true });
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ name: `@bench/p${index}`, version: "1.0.0", type: "module" }),
    );
    for (let file = 0; file < filesPerPackage - 1; file++) {
      const imports = [file - 1, file - 7]
        .filter((at) => at >= 0)
        .map((at) => `import { v${at} } from "./f${at}.ts";`);
      if (file === 0 && index > 0)
        imports.push(`import { v0 as before } from "../../p${index - 1}/src/f0.ts";`);
      writeFileSync(
        join(folder, "src", `f${file}.ts`),
        `${imports.join("\n")}\nexport const v${file}: number = ${file};\n`,
      );
    }
  }
  writeFileSync(
    join(directory, "package.json"),
    JSON.stringify({ name: "bench", private: true, workspaces: ["packages/*"] }),
  );
  writeFileSync(
    join(directory, ".gitignore"),
    ".verification-cache/\n.verification-baseline.json\nnode_modules/\n",
  );
  writeFileSync(join(directory, ".verification.json"), JSON.stringify(config));
  const git = (...args) =>
    execFileSync("git", ["-c", "user.name=b", "-c", "user.email=b@example.com", ...args], {
      cwd: directory,
      stdio: "ignore",
    });
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "-m", "generated");
}
