import { shortHash } from "../values/short-hash.ts";

const MANIFEST = /(?:^|\/)package\.json$/;

export function isManifest(path: string): boolean {
  return MANIFEST.test(path);
}

/**
 * A package.json by some of its fields, in one text.
 *
 * @param fields a hash for each of its fields; undefined where it could not be read as data
 * @param id what it is as a whole
 */
export function pickFields(
  fields: Readonly<Record<string, string>> | undefined,
  id: string,
  isPicked: (key: string) => boolean,
): string {
  if (fields === undefined) return id;
  const picked = Object.entries(fields).filter(([key]) => isPicked(key));
  return `fields ${shortHash(picked.sort(([one], [other]) => (one < other ? -1 : 1))).slice(0, 16)}`;
}
