/**
 * The language of the operator's socket: a Unix socket in the data directory. Each line that arrives
 * is a JSON request, and each answer is one JSON line.
 */
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";

export type ControlRequest = {
  command: string;
  arguments: Record<string, string | undefined>;
  /** Who asks, `operatorUserOf`; "unknown" where a client does not say it. */
  user?: string;
};

/** `notes`: sentences for the operator beside the result. */
export type ControlAnswer =
  | { ok: true; result: unknown; notes?: string[] }
  | { ok: false; message: string; code?: string };

/** The command that keeps logs and states unchanged for another process (see `wal/beside.ts`). */
export const HOLD_COMMAND = "data hold";

/** The longest path of a Unix socket that every system accepts, bytes. */
const SOCKET_PATH_BYTES_MAX = 100;

/**
 * The path of the socket; where it is too long, a path through an open descriptor of the directory.
 */
export function socketPathOf(dataPath: string): { path: string; release(): void } {
  const path = join(dataPath, "control.sock");
  if (Buffer.byteLength(path) <= SOCKET_PATH_BYTES_MAX) return { path, release() {} };
  const directory = openSync(dataPath, "r");
  return {
    path: `/proc/self/fd/${directory}/control.sock`,
    release: () => closeSync(directory),
  };
}
