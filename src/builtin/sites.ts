import { posix } from "node:path";
import type { TreeIndex } from "../graph/resolve/tree.ts";
import { leadsOut } from "../paths/is-within.ts";

/** Files that show that documents are turned into a site, in which a link names a page and not a file. */
const GENERATOR =
  /(?:^|\/)(?:\.vitepress\/config\.\w+|\.vuepress\/config\.\w+|docusaurus\.config\.\w+|mkdocs\.ya?ml|astro\.config\.\w+|_config\.ya?ml|book\.toml|hugo\.(?:toml|ya?ml|json)|gatsby-config\.\w+|\.?eleventy(?:\.config)?\.\w+|rspress\.config\.\w+|nuxt\.config\.\w+|next\.config\.\w+|antora\.ya?ml|conf\.py|\.nojekyll|\.docsify|SUMMARY\.md|_sidebar\.md|mint\.json|docs\.json|theme\.config\.\w+)$/;
/** A configuration in one of these directories belongs to the parent directory. */
const HIDDEN = /^\.(?:vitepress|vuepress)$/;
const PAGE_ENDINGS = [
  ".md",
  ".mdx",
  ".markdown",
  ".html",
  "/index.md",
  "/index.mdx",
  "/README.md",
  "/index.html",
];

export interface Sites {
  /** Whether any part of the tree becomes a site. */
  readonly any: boolean;
  /** Whether a document is part of one, judging by its place. */
  isPage(path: string): boolean;
  /** The file behind a page's address, relative to the page or to the root of any site. */
  findPage(from: string, address: string): string | undefined;
}

export function findSites(tree: TreeIndex): Sites {
  const roots = new Set(tree.paths.filter((path) => GENERATOR.test(path)).map(rootOf));
  // A generator beside its documents is often in a directory of its own.
  for (const root of roots) if (root !== ".") roots.add(sibling(root, "docs"));
  const isPage = (path: string): boolean => {
    for (const root of roots) {
      if (root === "." ? path.includes("/") && !path.startsWith(".github/") : path.startsWith(`${root}/`))
        return true;
    }
    return false;
  };
  const find = (path: string): string | undefined => {
    if (leadsOut(path)) return undefined;
    const bare = path.replace(/\/$/, "").replace(/\.html?$/, "");
    const candidates = [path, bare, ...PAGE_ENDINGS.map((ending) => bare + ending)];
    return candidates.find((each) => tree.has(each) || tree.hasDirectory(each));
  };
  return {
    any: roots.size > 0,
    isPage,
    findPage: (from, address) => {
      if (!address.startsWith("/")) {
        const directory = posix.dirname(from);
        // `a/b.md` is served as `a/b` or as `a/b/`: a relative link can start at either.
        const served = posix.join(directory, posix.basename(from).replace(/\.\w+$/, ""));
        return find(posix.join(directory, address)) ?? find(posix.join(served, address));
      }
      const ending = address.replace(/\/+$/, "").replace(/\.html?$/, "");
      const ends = ["", ...PAGE_ENDINGS].map((each) => ending + each);
      return (
        find(address.slice(1)) ?? tree.paths.find((path) => ends.some((each) => `/${path}`.endsWith(each)))
      );
    },
  };
}

function rootOf(generator: string): string {
  const directory = posix.dirname(generator);
  return HIDDEN.test(posix.basename(directory)) ? posix.dirname(directory) : directory;
}

function sibling(directory: string, name: string): string {
  return posix.join(posix.dirname(directory), name);
}
