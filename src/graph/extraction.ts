import type { EdgeType, Strength } from "../vocabulary/tree/graph.ts";

/**
 * How a reference finds its target: `module` as an import does, `stylesheet` as one of a style sheet does, `python` as
 * one of Python does, `script` as the script of a package.json with all that it starts, `path` as a file name, `pattern` as every file that fits, `opaque` in a way that only running the
 * code can tell.
 */
export type ReferenceKind = "module" | "stylesheet" | "python" | "script" | "path" | "pattern" | "opaque";

/** Where a relative path starts: beside the file, at the repository root, or at any place that a program may. */
export type Base = "file" | "root" | "any";

/** One place in a file that names something else. */
export interface Reference {
  readonly kind: ReferenceKind;
  /** As it is written; in a pattern `*` stands for what is not known. */
  readonly specifier: string;
  readonly type: EdgeType;
  /** A weak reference that names nothing is no reference. */
  readonly strength: Strength;
  /** Counts from 1. */
  readonly line: number;
  /** Of a path or a pattern: where it starts. Without it, beside the file, or at the root after a leading `/`. */
  readonly base?: Base;
  /** Of a path only: it starts at what a module exports under this name, `name from module`. */
  readonly constant?: string;
  /** Of a path only: naming a directory means every file in it. */
  readonly directory?: boolean;
  /** Of a path only: endings to try when the path itself names nothing. All that are there count. */
  readonly endings?: readonly string[];
  /** The import leaves no trace when types are gone. */
  readonly typeOnly?: boolean;
  /** It stands in a comment: nothing that runs takes it. */
  readonly comment?: boolean;
  /** The names that are taken: `default`, `*` for all, or as exported. Absent where this cannot be known. */
  readonly names?: readonly string[];
  /** What follows `#`. */
  readonly anchor?: string;
  /** In a data file: the field would, in a package.json, say where the package is entered. */
  readonly entry?: boolean;
  /** In data, and in code that gives settings away: the fields whose value it is in, the innermost two, inner first. */
  readonly within?: readonly string[];
  /** Of a pattern only: the fixed text at both ends. */
  readonly fixed?: { readonly prefix: string; readonly suffix: string };
}

export interface Heading {
  readonly text: string;
  readonly level: number;
  /** As GitHub makes it: unique in the document. */
  readonly slug: string;
  readonly line: number;
}

/** What others can name in a file. */
export type Outline =
  | { readonly kind: "none" }
  | {
      readonly kind: "module";
      readonly exports: readonly string[];
      /** The specifiers of `export * from`. */
      readonly exportsFrom: readonly string[];
      /** False where there may be more exports than these. */
      readonly complete: boolean;
    }
  | { readonly kind: "document"; readonly headings: readonly Heading[]; readonly anchors: readonly string[] }
  | {
      readonly kind: "data";
      /** JSON pointers, in document order. */
      readonly keys: readonly string[];
      readonly complete: boolean;
    };

/**
 * What of a file can matter to those who depend on its structure. `content` is the whole of it, with all that
 * it refers to; a declaration is the hash of a part, with the specifiers that this part refers to.
 */
export type Structure =
  | { readonly kind: "content" }
  | { readonly kind: "declaration"; readonly hash: string; readonly refersTo: readonly string[] };

export interface SyntaxFault {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** A way in which code may reach files that it does not import. */
export interface ReachOut {
  readonly how: "file-system" | "process" | "thread" | "glob" | "computed-import" | "code";
  /** The module, function or variable that does it. */
  readonly what: string;
  readonly line: number;
}

/**
 * What a file would say, if it is the configuration of a bundler or a test runner, about where imports are looked for. A
 * place starts with `<here>`, `<cwd>` or `<rootDir>`, or is as it was written; no places: it is not known which.
 */
export type AliasRule =
  /** `find`, and what starts with it and a slash; where `exact`, only `find`. */
  | {
      readonly kind: "name";
      readonly find: string;
      readonly exact?: true;
      readonly places: readonly string[];
    }
  /** What fits the expression; places may hold `$1`. */
  | {
      readonly kind: "pattern";
      readonly find: string;
      readonly flags: string;
      readonly places: readonly string[];
    }
  /** Every name may start there. */
  | { readonly kind: "root"; readonly places: readonly string[] }
  /** What `<rootDir>`, and a `/` at the start of a name, stand for. */
  | { readonly kind: "rootDir"; readonly places: readonly string[] };

/** What a file's bytes say about its place in the graph. Plain JSON. */
export interface Extraction {
  readonly references: readonly Reference[];
  readonly outline: Outline;
  readonly structure: Structure;
  /** What of it changes what other files mean without being imported: global declarations and augmentations. */
  readonly ambient?: Structure;
  /** Modules that it declares for others: the `x` of `declare module "x"`, which may hold a `*`. */
  readonly declares?: readonly string[];
  /** Ways in which the code may reach files without importing them; absent where there is none. No part of its structure. */
  readonly reachesOut?: readonly ReachOut[];
  /** Constants that others can import and that name a place, which starts with `<here>` or `<cwd>` or as it is written. */
  readonly places?: Readonly<Record<string, string>>;
  /** It tells a linter which rules of plugins are on for it, in a comment. No part of its structure. */
  readonly setsRules?: true;
  /** The environment variables that it names; absent where it names none. No part of its structure. */
  readonly variables?: readonly string[];
  /** What it says about imports, if it is a configuration; absent where it says nothing. */
  readonly aliases?: readonly AliasRule[];
  /** The fields at the top of data that could be a package.json, each with a hash of its value. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly syntaxError?: SyntaxFault;
}

export interface ExtractOptions {
  /** Only what it refers to is asked for, and what says where references lead: all else may be missing. */
  readonly referencesOnly?: boolean;
}

/** Of a file that is not looked into: it refers to nothing, and every byte of it may matter. */
export const PLAIN: Extraction = {
  references: [],
  outline: { kind: "none" },
  structure: { kind: "content" },
};

/** The reference of a file that cannot be looked into although it may refer to anything; `why` is its specifier. */
export function unreadReference(why: string): Reference {
  return { kind: "opaque", specifier: `(${why})`, type: "reference", strength: "strong", line: 1 };
}
