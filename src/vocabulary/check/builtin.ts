export const BUILTINS = ["builtin:syntax", "builtin:imports", "builtin:links"] as const;
/** A verifier that needs no command: it reads files in this process. */
export type BuiltinName = (typeof BUILTINS)[number];
