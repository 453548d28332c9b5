import { inferChecks, type Inference } from "../../../src/config/infer/infer.ts";
import { Rig } from "../../rig/rig.ts";

export type Files = Readonly<Record<string, string>>;

/** What is inferred from these files, without the built-in verifiers. */
export async function inferFrom(files: Files, env: NodeJS.ProcessEnv = {}): Promise<Inference> {
  const rig = new Rig({ git: false });
  for (const [path, text] of Object.entries(files)) rig.write(path, text);
  const inference = await inferChecks(rig.root, env);
  return {
    ...inference,
    checks: inference.checks.filter(({ fields }) => fields.uses?.startsWith("builtin:") !== true),
  };
}

/** The fields of the checks by name, without what is said for people. */
export async function checksFrom(files: Files): Promise<Record<string, object>> {
  const { checks } = await inferFrom(files);
  return Object.fromEntries(
    checks.map(({ fields: { name, ...rest } }) => {
      delete rest.type;
      delete rest.description;
      return [name, rest];
    }),
  );
}

/** A package.json with these scripts. */
export const manifest = (scripts: Readonly<Record<string, unknown>>, more: object = {}): string =>
  JSON.stringify({ name: "x", scripts, ...more });
