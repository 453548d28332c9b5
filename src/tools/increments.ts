import { forgetShownTypes, readBuildInfo } from "./build-info.ts";
import type { IncrementRecord } from "./increment-record.ts";

/** How a tool continues from its last run and still checks everything. */
export interface ToolIncrement {
  /** Its package, and the first major version that supports this. */
  readonly package: string;
  readonly since: number;
  /** The arguments with which it reads this file and writes it again; null if the given arguments do not allow that. */
  readonly withFile: (args: readonly string[], file: string) => readonly string[] | null;
  /** What it wrote; null if it cannot be parsed. */
  readonly read: (text: string) => IncrementRecord | null;
  /** The part that the next run may continue from; null for none. */
  readonly keepable: (text: string) => string | null;
}

/** With these it writes something else, keeps running, prints something, or already has such a file. */
const OTHER_WAYS = new Set(
  "-b --build -w --watch --init -h --help --all -v --version --showConfig --listFilesOnly --incremental --composite --tsBuildInfoFile --assumeChangesOnlyAffectDirectDependencies".split(
    " ",
  ),
);

/**
 * Only if it writes nothing else: its compiled files may have been deleted since. `tsc -b` compares times and does not
 * open what it finds unchanged, so it is not supported.
 */
const TSC: ToolIncrement = {
  package: "typescript",
  since: 4,
  withFile(args, file) {
    const at = args.indexOf("--noEmit");
    if (at === -1 || args[at + 1] === "false" || args.some((arg) => OTHER_WAYS.has(arg))) return null;
    return [
      ...args,
      "--incremental",
      "--tsBuildInfoFile",
      file,
      // With it, a project accepts that errors are found late.
      "--assumeChangesOnlyAffectDirectDependencies",
      "false",
    ];
  },
  read: readBuildInfo,
  keepable: forgetShownTypes,
};

export const INCREMENTS: ReadonlyMap<string, ToolIncrement> = new Map([["tsc", TSC]]);
