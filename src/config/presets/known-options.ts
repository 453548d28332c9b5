import { dirname, join } from "node:path";
import { isWithin } from "../../paths/is-within.ts";
import { readManifest } from "../manifest.ts";

interface LateOption {
  readonly tool: string;
  readonly option: string;
  /** The first version that knows it. Earlier ones refuse it, and do without it what it asks for. */
  readonly since: readonly [major: number, minor: number];
}

const LATE: readonly LateOption[] = [
  { tool: "oxlint", option: "--no-error-on-unmatched-pattern", since: [1, 60] },
];

/** The arguments without those that the installed version of their tool does not know yet. */
export function knownOptions(
  args: readonly string[],
  { tool, directory, root }: { readonly tool: string; readonly directory: string; readonly root: string },
): readonly string[] {
  const late = LATE.filter((each) => each.tool === tool && args.includes(each.option));
  if (late.length === 0) return args;
  const version = installedVersion(tool, directory, root);
  if (version === null) return args;
  return args.filter((arg) => !late.some(({ option, since }) => option === arg && isBefore(version, since)));
}

function isBefore([major, minor]: Version, [sinceMajor, sinceMinor]: Version): boolean {
  return major < sinceMajor || (major === sinceMajor && minor < sinceMinor);
}

type Version = readonly [major: number, minor: number];

/** From the nearest `node_modules` up to the root; null if it is not there. */
function installedVersion(tool: string, from: string, root: string): Version | null {
  for (let directory = from; isWithin(root, directory); directory = dirname(directory)) {
    const version = readManifest(join(directory, "node_modules", tool))?.version;
    const [, major, minor] = /^(\d+)\.(\d+)\./.exec(String(version ?? "")) ?? [];
    if (major !== undefined) return [Number(major), Number(minor)];
  }
  return null;
}
