const message = {
  type: "object",
  required: ["text"],
  additionalProperties: false,
  properties: { text: { type: "string", minLength: 1 } },
};
const level = { enum: ["none", "note", "warning", "error"] };
const positive = { type: "integer", minimum: 1 };
const object = (required: readonly string[], properties: Record<string, unknown>): object => ({
  type: "object",
  required,
  additionalProperties: false,
  properties,
});
const list = (items: object): object => ({ type: "array", items });
const text = { type: "string" };

/** A relative reference as a URI has it: no scheme, no root, nothing that has to be escaped. */
const relative = { type: "string", pattern: "^(?![A-Za-z][A-Za-z0-9+.-]*:)(?!/)[\\w.~!$&'()*+,;=:@%/-]+$" };

const result = object(["ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints"], {
  ruleId: { type: "string", minLength: 1 },
  ruleIndex: { type: "integer", minimum: 0 },
  level,
  message,
  locations: {
    type: "array",
    minItems: 1,
    items: object(["physicalLocation"], {
      physicalLocation: object(["artifactLocation"], {
        artifactLocation: object(["uri", "uriBaseId"], { uri: relative, uriBaseId: { const: "%SRCROOT%" } }),
        region: object(["startLine"], { startLine: positive, startColumn: positive }),
      }),
    }),
  },
  partialFingerprints: { type: "object", minProperties: 1, additionalProperties: text },
  baselineState: { enum: ["new", "unchanged", "updated", "absent"] },
  properties: { type: "object" },
});

/**
 * The parts of SARIF 2.1.0 that a report has, as the standard and code scanning want them; nothing else may be there.
 * Written for these tests: the whole schema is in no package.
 */
export const SARIF_SCHEMA: object = object(["$schema", "version", "runs"], {
  $schema: { type: "string", pattern: "sarif-schema-2\\.1\\.0\\.json$" },
  version: { const: "2.1.0" },
  runs: {
    type: "array",
    minItems: 1,
    maxItems: 1,
    items: object(["tool", "results"], {
      tool: object(["driver"], {
        driver: object(["name", "rules"], {
          name: text,
          semanticVersion: { type: "string", pattern: "^\\d+\\.\\d+\\.\\d+" },
          rules: list(
            object(["id"], {
              id: { type: "string", minLength: 1 },
              name: text,
              shortDescription: message,
              defaultConfiguration: object([], { level }),
              properties: { type: "object" },
            }),
          ),
        }),
      }),
      automationDetails: object([], { id: text }),
      columnKind: { enum: ["utf16CodeUnits", "unicodeCodePoints"] },
      originalUriBaseIds: { type: "object", additionalProperties: { type: "object" } },
      invocations: list(
        object(["executionSuccessful"], {
          executionSuccessful: { type: "boolean" },
          startTimeUtc: { type: "string", pattern: "^\\d{4}-\\d\\d-\\d\\dT.*Z$" },
          toolExecutionNotifications: list(
            object(["message"], {
              descriptor: object(["id"], { id: text }),
              level,
              message,
              locations: list({}),
            }),
          ),
        }),
      ),
      results: list(result),
    }),
  },
});
