import { encodePath } from "../../paths/encode-path.ts";
import { ANY_FILE, joinWords, type NameWord } from "../../paths/name-words.ts";
import { realpathSync } from "../../system/observed/observed-files.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Snapshot } from "../../vocabulary/tree/snapshot.ts";
import type { Extraction, Reference } from "../extraction.ts";
import type { ResolvedReference } from "../file-graph.ts";
import { GIVEN } from "../javascript/places.ts";
import { collectAliases } from "./aliases/aliases.ts";
import { resolvePattern } from "./aliases/pattern.ts";
import { findConditions } from "./conditions.ts";
import { openDisk } from "./disk.ts";
import { createModuleResolver } from "./module.ts";
import { createPathResolver } from "./path.ts";
import { createPythonResolver } from "./python.ts";
import { merge, OPAQUE, type Resolution, toFiles } from "./resolution.ts";
import { resolveScript } from "./script.ts";
import { createStylesheetResolver } from "./stylesheet.ts";
import { indexTree } from "./tree.ts";
import { describeWords } from "./words.ts";
import { findWorkspaces } from "./workspace.ts";

/** Where the references of a file lead, and the path words through which they could find other files. */
export interface Resolved {
  readonly references: readonly ResolvedReference[];
  readonly words: readonly NameWord[];
}

/** Resolves the references of a file in the current tree. */
export type ResolveReferences = (path: RepoPath, extraction: Extraction) => Resolved;

/** The extractions of files, by path. */
export interface Extractions {
  get(path: RepoPath): Extraction | undefined;
}

export interface ResolveOptions {
  readonly snapshot: Snapshot;
  readonly extractions: Extractions;
  readonly readText: (path: RepoPath) => string | undefined;
}

export async function createResolver(options: ResolveOptions): Promise<ResolveReferences> {
  const { snapshot, extractions } = options;
  /** For the file whose references are being resolved. */
  const words = new Set<NameWord>();
  const tree = indexTree(snapshot);
  const disk = openDisk(snapshot.root, tree);
  const workspaces = await findWorkspaces(tree, options.readText);
  const settings = new Set(
    tree.paths.flatMap((path) => {
      const outline = /(?:^|\/)[tj]sconfig[^/]*\.json$/.test(path) && extractions.get(path)?.outline;
      return outline && outline.kind === "data" ? outline.keys : [];
    }),
  );
  const modules = createModuleResolver({
    tree,
    disk,
    workspaces,
    aliases: collectAliases({ tree, extractions, readText: options.readText }),
    conditions: findConditions({ tree, extractions, readText: options.readText }),
    projectReferences: settings.has("/references"),
    see: (seen) => seen.forEach((word) => words.add(word)),
  });
  const resolveStylesheet = createStylesheetResolver({ tree, disk, modules });
  const resolvePath = createPathResolver(tree, disk);
  const resolvePython = createPythonResolver(tree);

  const resolve = (from: RepoPath, reference: Reference): Resolution => {
    for (const word of describeWords(from, reference)) words.add(word);
    switch (reference.kind) {
      case "module": {
        const { specifier, through, typeOnly = false } = reference;
        if (through !== undefined) return resolveThrough(from, specifier, through);
        const found = modules.resolve(from, specifier);
        return typeOnly ? asTyped(found) : found;
      }
      case "stylesheet":
        return resolveStylesheet(from, reference.specifier);
      case "python":
        return resolvePython(from, reference);
      case "script":
        return resolveScript(from, reference.specifier, { tree, readText: options.readText, resolve });
      case "path":
        return reference.constant === undefined
          ? resolvePath(from, reference)
          : resolveConstant(from, reference);
      case "pattern":
        return reference.constant === undefined
          ? resolvePattern(from, reference, { tree, modules })
          : resolveComputed(from, reference);
      case "opaque":
        return OPAQUE;
    }
  };
  /**
   * What an installed package finds is its own, one of the packages that it needs, which count with it, or one beside it,
   * which the file finds too. Of a package of the repository, it cannot be told.
   */
  const resolveThrough = (from: RepoPath, specifier: string, through: string): Resolution => {
    const by = modules.resolve(from, through);
    if (by.state !== "resolved" || by.files.length + by.outside.length > 0) return { ...by, state: "opaque" };
    return /^[./#]/.test(specifier) ? by : merge([by, modules.resolve(from, specifier)]);
  };
  /** Resolves a path that starts at another module's constant. */
  const resolveConstant = (from: RepoPath, reference: Reference): Resolution => {
    const [, name = "", module = ""] = /^(\S+) from (.+)$/s.exec(reference.constant ?? "") ?? [];
    return merge(
      modules.resolve(from, module).files.map((file) => {
        const { constant: _, ...named } = reference;
        const { places = {} } = extractions.get(file) ?? {};
        // For an import, what a CommonJS module exports is its default.
        const place = places[name] ?? places[name.replace(/^default(?:\.|$)/, "") || "*"];
        if (place === undefined) return resolve(from, { ...named, base: "any" });
        const [, start = "", rest = ""] = /^(<\w+>|)\/?(.*)$/s.exec(place) ?? [];
        const specifier = rest.includes(GIVEN)
          ? rest.replace(GIVEN, named.specifier)
          : `${rest === "" ? "." : rest}/${named.specifier}`;
        return start === "<here>"
          ? resolve(file, { ...named, specifier: `./${specifier}`, base: "file" })
          : resolve(from, { ...named, specifier, base: "any" });
      }),
    );
  };
  /** The files that an import can load below another module's constant; any file if that is not a directory. */
  const resolveComputed = (from: RepoPath, reference: Reference): Resolution => {
    const [, name = "", module = ""] = /^(\S+) from (.+)$/s.exec(reference.constant ?? "") ?? [];
    const found = modules.resolve(from, module).files.map((file) => {
      const [, rest] = /^<here>\/?(.*)$/s.exec(extractions.get(file)?.places?.[name] ?? "") ?? [];
      const { constant: _, fixed = { prefix: "", suffix: "" }, ...named } = reference;
      const prefix = [".", ...(rest ?? "").split("/"), fixed.prefix].filter((part) => part !== "").join("/");
      if (rest === undefined || !/[^./]/.test(prefix)) return OPAQUE;
      const whole = { prefix: prefix.replace(/\/?$/, "/"), suffix: fixed.suffix };
      return resolvePattern(file, { ...named, fixed: whole }, { tree, modules });
    });
    const isKnown = found.length > 0 && found.every(({ state }) => state === "resolved");
    return isKnown ? merge(found) : OPAQUE;
  };
  const share = createShared();
  return (path, extraction) => {
    const resolved: ResolvedReference[] = [];
    words.clear();
    for (const reference of extraction.references) {
      const resolution = share(resolve(path, reference));
      if (reference.strength === "strong" || leadsSomewhere(resolution)) {
        resolved.push({ reference, resolution });
      }
    }
    if (snapshot.files.get(path)?.kind === "symlink") {
      words.add(ANY_FILE);
      resolved.push(...followLink(path));
    }
    return { references: resolved, words: joinWords([[...words]]) };
  };

  function followLink(path: RepoPath): ResolvedReference[] {
    let resolution: Resolution;
    try {
      const real = realpathSync(encodePath(disk.absolute(path)), "utf8");
      const inside = disk.inside(real);
      // A link to a directory of the tree leads to the files in it.
      resolution =
        inside !== undefined && tree.hasDirectory(inside)
          ? toFiles(tree.startingWith(inside === "." ? "" : `${inside}/`).filter((file) => file !== path))
          : disk.locate(real);
    } catch {
      return [];
    }
    const shared = { kind: "path", type: "reference", strength: "strong", line: 1 } as const;
    return [{ reference: { ...shared, specifier: "(symbolic link)" }, resolution }];
  }
}

const TYPED = /\.[mc]?tsx?$/;
const UNTYPED = /\.[mc]?jsx?$/;

/** A tool that needs types reads declarations, and untyped code only if there are none. */
function asTyped(resolution: Resolution): Resolution {
  const isUntyped = (path: RepoPath): boolean => UNTYPED.test(path);
  const { files, outside } = resolution;
  if (![...files, ...outside].some((path) => TYPED.test(path))) return resolution;
  if (!files.some(isUntyped) && !outside.some(isUntyped)) return resolution;
  const rest = (paths: readonly RepoPath[]): readonly RepoPath[] => paths.filter((path) => !isUntyped(path));
  return { ...resolution, files: rest(files), outside: rest(outside) };
}

/** Most references lead to one file, and many to the same file: these share one object. */
function createShared(): (resolution: Resolution) => Resolution {
  const known = new Map<RepoPath, Resolution>();
  return (resolution) => {
    const { state, files, outside, external } = resolution;
    const [file] = files;
    if (state !== "resolved" || file === undefined || files.length + outside.length + external.length > 1)
      return resolution;
    const shared = known.get(file);
    if (shared === undefined) known.set(file, resolution);
    return shared ?? resolution;
  };
}

function leadsSomewhere(resolution: Resolution): boolean {
  return resolution.files.length > 0 || resolution.outside.length > 0 || resolution.external.length > 0;
}
