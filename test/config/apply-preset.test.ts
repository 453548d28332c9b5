import { describe, expect, it } from "vitest";
import { applyPreset } from "../../src/config/presets/apply-preset.ts";
import type { CheckInput } from "../../src/config/schema/schema.ts";

function applied(fields: Partial<CheckInput>): CheckInput {
  const origin = { file: "x" };
  return applyPreset({ fields: { name: "x", ...fields }, origin, locate: () => origin }).fields;
}

describe("arguments beside a preset", () => {
  it("arguments beside a preset that keep those of the preset keep its output format and its files", () => {
    const { parse, files } = applied({
      uses: "prettier",
      args: ["--no-semi", "--check", "--ignore-unknown", "{files}"],
    });
    expect(parse).toBe("prettier");
    expect(files).toBeDefined();
  });

  it("arguments beside a preset that leave out some of them leave nothing assumed", () => {
    expect(applied({ uses: "prettier", args: ["-l", "{files}"] })).not.toHaveProperty("parse");
    expect(applied({ uses: "prettier", args: ["--check", "src"] })).not.toHaveProperty("files");
  });
});
