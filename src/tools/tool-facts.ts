/**
 * What is known about a tool besides how it is started: where it looks for its settings, and which of them load other
 * files. Everything else in its settings is text.
 */
export interface ToolFacts {
  /** Globs of the files that it looks for in directories, from its targets and its working directory upwards. */
  readonly configuration: readonly string[];
  /** It runs nothing of these files: they count by their text. */
  readonly isText?: true;
  /** Its fields in a package.json. */
  readonly keys?: readonly string[];
  /** The same if a package whose name starts like this takes part. */
  readonly keysBy?: Readonly<Record<string, readonly string[]>>;
  /** The same, but only for targets whose text has one of some words. */
  readonly keysByText?: Readonly<Record<string, KeysByText>>;
  /** The fields of its settings that name files or packages which it loads. */
  readonly loads?: readonly string[];
  /** The prefixes that its settings leave out of package names, such as `eslint-plugin-`. */
  readonly prefixes?: readonly string[];
  /** The package that it comes with, if that has another name. */
  readonly package?: string;
  /** Tools whose settings it reads too. */
  readonly reads?: readonly string[];
  /** The same if a package whose name starts like this takes part. */
  readonly readsBy?: Readonly<Record<string, readonly string[]>>;
  /** It reads .env files, which are in the directories of its projects and where its settings say. */
  readonly readsDotenv?: true;
  /** Packages that it loads without being told, if they are installed. */
  readonly autoloads?: readonly string[];
  /** It reads any installed package. */
  readonly installed?: true;
  /**
   * Its verdict on a file is about that file alone, if all packages that it consists of or that extend it are among
   * these, and its settings contain none of these words.
   */
  readonly alone?: Reliance;
  /**
   * Beyond the file it only looks at what modules export and where imports lead, but not at types, if it consists of
   * these packages or those above, and its settings contain none of these words.
   */
  readonly exports?: Reliance;
  /** It checks types: packages under `@types` count. */
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

/** The conditions under which a tool looks no further. */
export interface Reliance {
  readonly packages: RegExp;
  readonly unless: RegExp;
}
