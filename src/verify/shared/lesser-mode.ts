import { REMOTE_MODES, type RemoteMode } from "../../vocabulary/verdict/shared-cache.ts";

/** The more restrictive of two modes. */
export function lesserMode(one: RemoteMode, other: RemoteMode): RemoteMode {
  return REMOTE_MODES[Math.min(REMOTE_MODES.indexOf(one), REMOTE_MODES.indexOf(other))] ?? "off";
}
