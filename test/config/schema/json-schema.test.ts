import { expect, it } from "vitest";
import { buildJsonSchema } from "./build-json-schema.ts";

it("the published JSON Schema is the one that the schema gives (vitest -u writes it again)", async () => {
  await expect(`${JSON.stringify(buildJsonSchema(), null, 2)}\n`).toMatchFileSnapshot(
    "../../../schema/verification.schema.json",
  );
});
