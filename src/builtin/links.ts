import { posix } from "node:path";
import type { Reference } from "../graph/extraction.ts";
import type { ResolvedReference } from "../graph/file-graph.ts";
import { leadsOut } from "../paths/is-within.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import { nearest } from "../wording/nearest.ts";
import { type Anchors, type DocumentOutline, readAnchors } from "./anchors.ts";
import type { Answer } from "./answer.ts";
import type { VerifierContext } from "./context.ts";
import { nearestPath } from "./nearest-path.ts";
import { findSites } from "./sites.ts";

/** Templates that a program fills in. */
const TEMPLATE = /\{\{|\{%|\$\{|\$\(|<|>|^\{|\}$|%[A-Z_]+%|^@|^~/;
/** Words that stand for a link in texts about links. */
const PLACEHOLDER = /^(?:\.{3}|…|url|link|href|path|uri|src|todo|tbd|xxx|#)$/i;
/** What lists of contributors link to if there is nothing to link to. */
const CONTRIBUTION = /^[a-z\d]+-[\w-]+$/i;
const DOCUMENT = /\.(?:md|mdx|markdown)$/i;

/** Answers the questions of a document's links: does such a file exist, and such a place in it. */
export function createLinkAnswers(context: VerifierContext): (path: RepoPath) => readonly Answer[] {
  const { graph, tree, readText } = context;
  const sites = findSites(tree);
  const known = new Map<string, Anchors>();
  const anchorsOf = (target: RepoPath, outline: DocumentOutline, isPage: boolean): Anchors => {
    const key = `${isPage} ${target}`;
    const anchors = known.get(key) ?? readAnchors(outline, isPage);
    known.set(key, anchors);
    return anchors;
  };

  const answerAnchor = (from: RepoPath, reference: Reference, target: RepoPath): Answer | null => {
    const { specifier, anchor, line } = reference;
    const { outline } = graph.extraction(target);
    if (anchor === undefined || outline.kind !== "document") return null;
    const asks = `${specifier}#${anchor}`;
    const anchors = anchorsOf(target, outline, sites.isPage(from) || sites.isPage(target));
    const by = target === from ? [] : [target];
    if (TEMPLATE.test(anchor) || anchors.has(anchor)) return { asks, by, fault: null };
    // Plugins of a site generator make anchors from what is written elsewhere in the page.
    if (
      sites.isPage(target) &&
      (/[^\p{L}\p{N}_-]/u.test(anchor) || readText(target).replaceAll(`#${anchor}`, "").includes(anchor))
    )
      return { asks, by, fault: null };
    if (target === from && CONTRIBUTION.test(anchor) && /ALL-CONTRIBUTORS-LIST/.test(readText(from)))
      return null;
    const close = nearest(anchor, anchors.names);
    const message = `${target === from ? "This document" : target} has no heading or anchor "#${anchor}".`;
    const suggestion = close === undefined ? {} : { suggestion: `Did you mean "#${close}"?` };
    return { asks, by, fault: { code: "missing-anchor", names: asks, message, line, ...suggestion } };
  };

  const answerMissing = (from: RepoPath, reference: Reference): Answer => {
    const { specifier: asks, line } = reference;
    const found = { asks, by: [], fault: null };
    const path = asks.startsWith("/") ? asks.slice(1) : posix.join(posix.dirname(from), asks);
    // Above the repository are the pages of its host.
    if (leadsOut(path) || context.isNested(path)) return found;
    if (sites.any || asks.startsWith("/")) {
      const page = sites.findPage(from, asks);
      if (page !== undefined) return { ...found, by: tree.has(page) ? [page] : [] };
      // A site has pages without a file, so only a missing document is certain.
      const isFile = DOCUMENT.test(asks) && !asks.startsWith("/");
      if (asks.startsWith("/") ? sites.any : sites.isPage(from) && !isFile) return found;
    }
    if (context.isIgnored(path.replace(/\/$/, ""))) return found;
    const close = nearestPath(path.replace(/\/$/, ""), from, tree);
    const written =
      close === undefined
        ? ""
        : asks.startsWith("/")
          ? `/${close}`
          : posix.relative(posix.dirname(from), close);
    const suggestion = close === undefined ? {} : { suggestion: `Did you mean "${written}"?` };
    const message = `The link to "${asks}" leads to no file.`;
    return { asks, by: [], fault: { code: "broken-link", names: asks, message, line, ...suggestion } };
  };

  const answer = (from: RepoPath, { reference, resolution }: ResolvedReference): readonly Answer[] => {
    const { specifier } = reference;
    if (TEMPLATE.test(specifier) || PLACEHOLDER.test(specifier)) return [];
    if (resolution.state !== "resolved") return [answerMissing(from, reference)];
    const anchored = resolution.files.map((file) => answerAnchor(from, reference, file));
    const target = anchored.find((each) => each !== null);
    const asked: Answer = { asks: specifier, by: resolution.files, fault: null };
    return [
      ...(specifier === "" ? [] : [asked]),
      ...(target === undefined || target === null ? [] : [target]),
    ];
  };

  return (path) =>
    graph
      .references(path)
      .filter(
        ({ reference: { kind, type, strength } }) =>
          kind === "path" && type === "reference" && strength === "strong",
      )
      .flatMap((each) => answer(path, each));
}
