import manifest from "../../package.json" with { type: "json" };

export const VERSION: string = manifest.version;

/** Raise it whenever the same fingerprint components could mean something else than before. */
const FINGERPRINT_VERSION = 11;

/** Part of every fingerprint: another engine may decide differently. */
export const ENGINE: string = `${VERSION}/${FINGERPRINT_VERSION}`;
