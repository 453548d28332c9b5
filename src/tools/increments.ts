import { forgetShownTypes, readBuildInfo } from "./build-info.ts";
import type { IncrementRecord } from "./increment-record.ts";

/** How a tool goes on from what it found out the last time, and still looks at everything. */
export interface ToolIncrement {
  /** The package that it comes with, and the first major version that can do it. */
  readonly package: string;
  readonly since: number;
  /** The arguments with which it reads this file and writes it again; null where these arguments leave no way to. */
  readonly withFile: (args: readonly string[], file: string) => readonly string[] | null;
  /** What it wrote, as far as it is understood; null where it is not. */
  readonly read: (text: string) => IncrementRecord | null;
  /** What of it the next run may go on from; null for nothing. */
  readonly keepable: (text: string) => string | null;
}

/** With these it writes something else, stays, shows something, or has a file of this kind already. */
const OTHER_WAYS = new Set(
  "-b --build -w --watch --init -h --help --all -v --version --showConfig --listFilesOnly --incremental --composite --tsBuildInfoFile --assumeChangesOnlyAffectDirectDependencies".split(
    " ",
  ),
);

/**
 * Only where it writes nothing else: what was compiled may have been deleted since. `tsc -b` goes by times and does not open what
 * it finds unchanged, so it has no place here.
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
      // A project may have settled for errors that are found late.
      "--assumeChangesOnlyAffectDirectDependencies",
      "false",
    ];
  },
  read: readBuildInfo,
  keepable: forgetShownTypes,
};

export const INCREMENTS: ReadonlyMap<string, ToolIncrement> = new Map([["tsc", TSC]]);
