/** Limits for data from elsewhere, checked before it is trusted. Each is far above what is written. */
export const LIMITS = {
  /** Of a bundle in transit, and unpacked. */
  bundleBytes: 16 * 1024 * 1024,
  inflatedBytes: 128 * 1024 * 1024,
  headerBytes: 64 * 1024,
  /** Of an index, which names the bundles of a scope. */
  indexBytes: 8 * 1024 * 1024,
  writers: 256,
  entries: 256,
  /** How many verdicts go into one bundle. */
  verdicts: 20_000,
  /** Of all bundles that one run reads. */
  pulledBytes: 64 * 1024 * 1024,
  bundles: 64,
} as const;
