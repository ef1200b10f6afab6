/**
 * The language of the operator's socket: a Unix socket in the data directory. Each line that arrives
 * is a JSON request, and each answer is one JSON line.
 */
import { closeSync, mkdtempSync, openSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

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

const SOCKET = "control.sock";

/** The longest path of a Unix socket that every system accepts, bytes. */
const SOCKET_PATH_BYTES_MAX = 100;

/**
 * The path of the socket. Where it is too long, a path through an open descriptor of the directory; where the system
 * is not Linux, whose paths lead through descriptors, through a link to it in the folder of temporary files.
 */
export function socketPathOf(
  dataPath: string,
  platform = process.platform,
): { path: string; release(): void } {
  const path = join(dataPath, SOCKET);
  if (Buffer.byteLength(path) <= SOCKET_PATH_BYTES_MAX) return { path, release() {} };
  if (platform !== "linux") return pathByLink(dataPath);
  const directory = openSync(dataPath, "r");
  return {
    path: `/proc/self/fd/${directory}/${SOCKET}`,
    release: () => closeSync(directory),
  };
}

function pathByLink(dataPath: string): { path: string; release(): void } {
  statSync(dataPath);
  const folder = mkdtempSync(join(tmpdir(), "mm-"));
  const link = join(folder, "d");
  symlinkSync(resolve(dataPath), link);
  return {
    path: join(link, SOCKET),
    release: () => rmSync(folder, { recursive: true, force: true }),
  };
}
