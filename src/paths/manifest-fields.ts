import { shortHash } from "../values/short-hash.ts";

const MANIFEST = /(?:^|\/)package\.json$/;

export function isManifest(path: string): boolean {
  return MANIFEST.test(path);
}

/**
 * Some fields of a package.json, in one text.
 *
 * @param fields a hash of each field; undefined if it could not be parsed
 * @param id the id of the whole file
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
