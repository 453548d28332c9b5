import { z } from "zod";
import { configSchema } from "../../../src/config/schema/schema.ts";

/** The JSON Schema of the configuration, for completion and validation in editors. */
export function buildJsonSchema(): unknown {
  return {
    title: "Incremental Verification",
    ...z.toJSONSchema(configSchema, {
      target: "draft-7",
      io: "input",
      unrepresentable: "any",
      override: ({ jsonSchema }) => {
        // Only a program can pass a function; a file has no such choice.
        const choices = jsonSchema.anyOf?.filter((choice) => Object.keys(choice).length > 0);
        if (choices !== undefined && choices.length < (jsonSchema.anyOf?.length ?? 0)) {
          delete jsonSchema.anyOf;
          Object.assign(jsonSchema, choices.length === 1 ? choices[0] : { anyOf: choices });
        }
      },
    }),
  };
}
