import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { findProgram } from "../rig/program.ts";

const VERSION = "0.16.9";

/** The directory with ruff in it, which only Python's packages bring. Installs it where it is missing. */
export function installRuff(): string {
  const directory = join(tmpdir(), `verification-ruff-${VERSION}`);
  const bin = join(directory, "bin");
  if (existsSync(join(bin, "ruff"))) return bin;
  const places = (process.env["PATH"] ?? "").split(delimiter).map((place) => join(place, "pip3"));
  const advice = "Ruff is installed by pip: install the package python3-pip.";
  const pip = findProgram({ places, debian: "python3-pip", advice });
  process.stderr.write(`Installing ruff ${VERSION} into ${directory}, once.\n`);
  execFileSync(pip, ["install", "--quiet", "--target", directory, `ruff==${VERSION}`], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return bin;
}
