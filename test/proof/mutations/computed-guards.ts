import type { Mutation } from "./mutations.ts";

const TEST = "test/graph/javascript/reaching/computed-places.test.ts";

/** What keeps an import whose name is computed from counting for one directory although it may lead elsewhere. */
export const COMPUTED_GUARDS: readonly Mutation[] = [
  {
    guard: "a directory that a name means somewhere says nothing where the name means something else",
    file: "src/graph/javascript/reaching/computed-places.ts",
    from: "isConstant(node) ? evaluate(node) : UNKNOWN",
    to: "isConstant(node) || true ? evaluate(node) : UNKNOWN",
    caughtBy: { file: TEST, test: "a parameter has the name of the constant" },
  },
  {
    guard: "a directory that another module does not name can be any",
    file: "src/graph/resolve/resolve.ts",
    from: "return isKnown ? merge(found) : OPAQUE;",
    to: "return isKnown ? merge(found) : merge(found.slice(0, 0));",
    caughtBy: { file: TEST, test: "another module does not have it" },
  },
  {
    guard: "a base that is a file is no directory",
    file: "src/graph/javascript/reaching/computed-places.ts",
    from: 'return text?.endsWith("/") === true ? text : undefined;',
    to: "return text === undefined ? undefined : `${text}/`;",
    caughtBy: { file: TEST, test: "it is a file" },
  },
];
