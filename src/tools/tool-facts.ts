/**
 * What is known of a tool beside how it is started: where it looks for its settings, and what of them leads to other files.
 * Whatever else stands in its settings is text.
 */
export interface ToolFacts {
  /** Globs of the files that it looks for in a directory, from its targets and its working directory upwards. */
  readonly configuration: readonly string[];
  /** It runs nothing of what these hold: they count by their text. */
  readonly isText?: true;
  /** Its fields in a package.json. */
  readonly keys?: readonly string[];
  /** The same, where one of these packages takes part: by how its name begins. */
  readonly keysBy?: Readonly<Record<string, readonly string[]>>;
  /** The same, but only for targets whose text has one of some words. */
  readonly keysByText?: Readonly<Record<string, KeysByText>>;
  /** The fields of its settings whose values are files or packages that it loads. */
  readonly loads?: readonly string[];
  /** What its settings leave out of the names of packages, such as `eslint-plugin-`. */
  readonly prefixes?: readonly string[];
  /** The package that it comes with, where that has another name. */
  readonly package?: string;
  /** Tools whose settings it reads too. */
  readonly reads?: readonly string[];
  /** The same, where one of these packages takes part: by how its name begins. */
  readonly readsBy?: Readonly<Record<string, readonly string[]>>;
  /** Packages that it loads without being told, where they are installed. */
  readonly autoloads?: readonly string[];
  /** It looks into any package that is installed. */
  readonly installed?: true;
  /**
   * Its verdict on a file is about that file alone, if all packages that make it up or extend it are among these and its settings
   * have none of these words.
   */
  readonly alone?: Reliance;
  /**
   * Beyond the file it looks at what modules export and where imports lead, and at no type, if these packages make it up or those
   * above, and its settings have none of these words.
   */
  readonly exports?: Reliance;
  /** It looks at types: what is installed under `@types` counts. */
  readonly types?: true;
}

/** Fields of a package.json that a rule goes by only where a comment asks for it. */
export interface KeysByText {
  readonly keys: readonly string[];
  /** What such a comment has in it. */
  readonly text: RegExp;
  /** If the settings have these words, any comment can ask. */
  readonly unless: RegExp;
}

/** What must be so for a tool to look no further. */
export interface Reliance {
  readonly packages: RegExp;
  readonly unless: RegExp;
}
