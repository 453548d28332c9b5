import type { EdgeType, Strength } from "../vocabulary/tree/graph.ts";

/**
 * How a reference is resolved: `module` like an import, `stylesheet` like an import in a style sheet, `python` like an
 * import in Python, `script` as a script of a package.json with everything that it starts, `path` as a file name,
 * `pattern` as every file that matches, `opaque` in a way that only running the code can tell.
 */
export type ReferenceKind = "module" | "stylesheet" | "python" | "script" | "path" | "pattern" | "opaque";

/** Where a relative path starts: beside the file, at the repository root, or anywhere a program may start. */
export type Base = "file" | "root" | "any";

/** One place in a file that names something else. */
export interface Reference {
  readonly kind: ReferenceKind;
  /** As written; in a pattern, `*` marks the unknown part. */
  readonly specifier: string;
  readonly type: EdgeType;
  /** A weak reference that resolves to nothing does not count. */
  readonly strength: Strength;
  /** Counts from 1. */
  readonly line: number;
  /** For a path or a pattern: where it starts. By default beside the file, or at the root after a leading `/`. */
  readonly base?: Base;
  /** For a path or a pattern: it starts at a module's export, written `name from module`. */
  readonly constant?: string;
  /** For a path only: a directory means every file in it. */
  readonly directory?: boolean;
  /** For a path only: endings to try if the path itself names nothing. All that exist count. */
  readonly endings?: readonly string[];
  /** The import disappears when types are stripped. */
  readonly typeOnly?: boolean;
  /** It is in a comment, so nothing loads it at run time. */
  readonly comment?: boolean;
  /** The imported names: `default`, `*` for all, or the exported name. Absent if unknown. */
  readonly names?: readonly string[];
  /** For a module only: it is resolved as this package would, not as the file. */
  readonly through?: string;
  /** What follows `#`. */
  readonly anchor?: string;
  /** In a data file: in a package.json, this field would name an entry of the package. */
  readonly entry?: boolean;
  /** In data, and in code that exports settings: the two innermost fields that contain it, inner first. */
  readonly within?: readonly string[];
  /** For a pattern only: the fixed text at both ends. */
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
      /** The other modules that a name it exports may come from or stand for; absent if there are none. */
      readonly passesOn?: readonly string[];
      /** False if there may be more exports. */
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
 * The part of a file that can matter to those who depend on its structure. `content` is the whole file with everything
 * that it refers to; a declaration is the hash of a part, with the specifiers that this part refers to.
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
 * What a file says about where to look for imports, if it is the configuration of a bundler or a test runner. A place
 * starts with `<here>`, `<cwd>` or `<rootDir>`, or is kept as written. No places means that they are unknown.
 */
export type AliasRule =
  /** Matches `find`, and names that start with `find` and a slash; if `exact`, only `find`. */
  | {
      readonly kind: "name";
      readonly find: string;
      readonly exact?: true;
      readonly places: readonly string[];
    }
  /** Matches the expression; places may contain `$1`. */
  | {
      readonly kind: "pattern";
      readonly find: string;
      readonly flags: string;
      readonly places: readonly string[];
    }
  /** Every name may start there. */
  | { readonly kind: "root"; readonly places: readonly string[] }
  /** The meaning of `<rootDir>`, and of a `/` at the start of a name. */
  | { readonly kind: "rootDir"; readonly places: readonly string[] }
  /** Where .env files are, which says nothing about names. */
  | { readonly kind: "envDir"; readonly places: readonly string[] };

/** What a file's bytes say about its place in the graph. Plain JSON. */
export interface Extraction {
  readonly references: readonly Reference[];
  readonly outline: Outline;
  readonly structure: Structure;
  /** The part that affects other files without being imported: global declarations and augmentations. */
  readonly ambient?: Structure;
  /** Modules that it declares for others: the `x` of `declare module "x"`, which may contain a `*`. */
  readonly declares?: readonly string[];
  /**
   * Ways in which the code may reach files without importing them; absent if there are none. Not part of its structure.
   */
  readonly reachesOut?: readonly ReachOut[];
  /** Exported constants that name a place, which starts with `<here>` or `<cwd>` or is kept as written. */
  readonly places?: Readonly<Record<string, string>>;
  /** A comment in it turns on plugin rules of a linter. Not part of its structure. */
  readonly setsRules?: true;
  /** The environment variables that it names; absent if none. Not part of its structure. */
  readonly variables?: readonly string[];
  /** What it says about imports, if it is a configuration; absent if nothing. */
  readonly aliases?: readonly AliasRule[];
  /** The top-level fields of data that could be a package.json, each with a hash of its value. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly syntaxError?: SyntaxFault;
}

export interface ExtractOptions {
  /** The caller needs only the references and what says where references lead; everything else may be missing. */
  readonly referencesOnly?: boolean;
}

/** For a file that is not parsed: it refers to nothing, and every byte may matter. */
export const PLAIN: Extraction = {
  references: [],
  outline: { kind: "none" },
  structure: { kind: "content" },
};

/** The reference of a file that cannot be read although it may refer to anything; `why` becomes the specifier. */
export function unreadReference(why: string): Reference {
  return { kind: "opaque", specifier: `(${why})`, type: "reference", strength: "strong", line: 1 };
}
