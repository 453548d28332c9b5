import { isBuiltin } from "../../checks/builtin-files.ts";
import { FILES } from "../../vocabulary/check/check.ts";
import type { DeclaredCheck } from "../resolve/declared-check.ts";
import type { CheckInput } from "../schema/schema.ts";
import { NO_COVERAGE, PRESETS } from "./presets.ts";

/**
 * Applies the fields of a check to those of the preset that it names. If its arguments leave out some of the preset's,
 * what the preset knows about files and output may no longer be true, so nothing is assumed.
 */
export function applyPreset(declared: DeclaredCheck): DeclaredCheck {
  const { uses, ...own } = declared.fields;
  if (uses === undefined || isBuiltin(uses)) return declared;
  const preset = PRESETS[uses];
  const { parse, files, trace, ...rest } = preset;
  const isOther =
    own.args !== undefined &&
    !preset.args.every((arg) => isAboutCoverage(arg) || own.args?.includes(arg) === true);
  const keepsFiles = !takesFiles(preset.args) || takesFiles(own.args ?? preset.args);
  const fields: CheckInput = {
    ...rest,
    ...(files === undefined || !keepsFiles ? {} : { files }),
    ...(isOther ? {} : { parse }),
    ...own,
  };
  // A compiler gets no files, but can still be asked which ones it checks.
  const isAsked = takesFiles(fields.args ?? []) || uses === "tsc";
  const hasPresetFiles = own.files === undefined && fields.files !== undefined && isAsked;
  return {
    fields,
    origin: declared.origin,
    ...(trace === undefined ? {} : { presetTrace: trace }),
    presumesFollow: own.follow === undefined,
    ...(hasPresetFiles ? { hasPresetFiles } : {}),
    locate: (field, index) => (field in own ? declared.locate(field, index) : declared.locate("uses")),
  };
}

/** If the check asks for coverage, it gets it; the output is read in the same way. */
function isAboutCoverage(arg: string): boolean {
  return Object.values(NO_COVERAGE).some((each) => each === arg);
}

function takesFiles(args: readonly string[]): boolean {
  return args.some((arg) => arg.includes(FILES));
}
