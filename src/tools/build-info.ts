import type { IncrementEntry, IncrementRecord } from "./increment-record.ts";

/** What tsc 4 to 7 writes. Indices of files and lists start at 1. */
interface BuildInfo {
  readonly fileNames: readonly string[];
  /** Only the version if there is nothing else to say. */
  readonly fileInfos: readonly (string | FileInfo)[];
  readonly fileIdsList?: readonly (readonly number[])[];
  readonly referencedMap?: readonly (readonly [file: number, list: number])[];
}

interface FileInfo {
  readonly version: string;
  /** A digest of the types that others see. */
  readonly signature?: string | false;
  readonly affectsGlobalScope?: boolean;
  readonly impliedFormat?: number;
  readonly impliedNodeFormat?: number;
}

/** Null if it has another form. */
export function readBuildInfo(text: string): IncrementRecord | null {
  try {
    const parsed = JSON.parse(text) as BuildInfo & { readonly program?: BuildInfo };
    // Before version 5.6, everything was below `program`.
    return readProgram(parsed.program ?? parsed);
  } catch {
    return null;
  }
}

/**
 * The same without what tsc knows about the types that each file exports. It takes that from the declarations it would
 * write, and those leave out things that others do see: types of private members, what `stripInternal` hides, members
 * without a plain name. Without it, tsc checks everything again that imports a changed file, directly or not.
 */
export function forgetShownTypes(text: string): string | null {
  try {
    const parsed = JSON.parse(text) as BuildInfo & { readonly program?: BuildInfo };
    const { program } = parsed;
    return JSON.stringify(
      program === undefined
        ? { ...parsed, ...forgotten(parsed) }
        : { ...parsed, program: forgotten(program) },
    );
  } catch {
    return null;
  }
}

function forgotten(program: BuildInfo): BuildInfo {
  const fileInfos = program.fileInfos.map((info) =>
    typeof info === "string" ? info : { ...info, signature: info.version },
  );
  return { ...program, fileInfos };
}

function readProgram({
  fileNames,
  fileInfos,
  fileIdsList = [],
  referencedMap = [],
}: BuildInfo): IncrementRecord | null {
  const lists = new Map(referencedMap.map(([file, list]) => [file, fileIdsList[list - 1] ?? []]));
  const record = new Map<string, IncrementEntry>();
  for (const [index, name] of fileNames.entries()) {
    const found = fileInfos[index];
    const info = typeof found === "string" ? { version: found } : found;
    if (typeof info?.version !== "string") return null;
    const leadsTo = (lists.get(index + 1) ?? []).map((id) => fileNames[id - 1]);
    record.set(name, { version: info.version, part: partOf(info), leadsTo: leadsTo.sort().join("\n") });
  }
  return record.size === 0 ? null : record;
}

function partOf({ affectsGlobalScope, impliedFormat, impliedNodeFormat }: FileInfo): string {
  return `${affectsGlobalScope === true ? "global" : "module"} ${impliedFormat ?? impliedNodeFormat ?? ""}`;
}
