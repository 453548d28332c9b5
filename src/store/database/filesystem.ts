import { statfsSync } from "node:fs";
import { dirname } from "node:path";

/** Linux's numbers of the file systems that other machines can write to: 9p, AFS, Ceph, CIFS, NFS, SMB, SMB2. */
const SHARED = new Set([0x01021997, 0x5346414f, 0x00c36400, 0xff534d42, 0x6969, 0x517b, 0xfe534d42]);

/**
 * Whether all users of a file can share memory, which SQLite's write-ahead log needs. Over a network they cannot, and
 * SQLite would not notice.
 */
export function supportsSharedMemory(file: string): boolean {
  try {
    return process.platform !== "linux" || !SHARED.has(statfsSync(dirname(file)).type);
  } catch {
    return false;
  }
}
