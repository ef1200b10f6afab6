/**
 * Locks that one process has at a time, and that the kernel takes from it when the process ends, however it ends:
 * no crash leaves one behind. On Linux a lock is a socket in the abstract namespace, which has no file. macOS has no
 * such namespace: there a lock is an empty file, opened with an exclusive lock. The file stays and says nothing; it
 * must not be removed, because another process may have it open.
 */
import { once } from "node:events";
import { closeSync, constants, open, openSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";

/** What a lock is called: a socket's name on Linux, the path of a file elsewhere. */
export type LockName = { name: string; path: string };

export type ProcessLock = { close(): void };

/**
 * open(2) of macOS: "O_EXLOCK: atomically obtain an exclusive lock"; with `O_NONBLOCK` it fails with EAGAIN where
 * another has the lock. libuv hands the flag on (`UV_FS_O_EXLOCK`), and Node has no name for it.
 */
const EXCLUSIVE_LOCK = 0x20;
const FILE_FLAGS = constants.O_RDWR | constants.O_CREAT | EXCLUSIVE_LOCK;
const OWNER_ONLY = 0o600;

/** The lock; undefined where another process has it. Throws where the system makes none. */
export async function tryLock(
  { name, path }: LockName,
  platform = process.platform,
): Promise<ProcessLock | undefined> {
  if (platform === "linux") return await trySocket(name);
  try {
    return lockOf(openSync(path, FILE_FLAGS | constants.O_NONBLOCK, OWNER_ONLY));
  } catch (cause) {
    if (codeOf(cause) === "EAGAIN") return undefined;
    throw cause;
  }
}

/** The lock, when no other process has it any more. */
export async function lockWhenFree(
  { name, path }: LockName,
  platform = process.platform,
): Promise<ProcessLock> {
  if (platform !== "linux") return await waitForFile(path);
  for (;;) {
    const lock = await trySocket(name);
    if (lock !== undefined) return lock;
    await socketReleased(name);
  }
}

/** Who waits for the lock is connected to its socket until the lock is released. */
async function trySocket(name: string): Promise<ProcessLock | undefined> {
  const waiting = new Set<Socket>();
  const server: Server = createServer((socket) => {
    waiting.add(
      socket.on("error", () => socket.destroy()).on("close", () => waiting.delete(socket)),
    );
  });
  server.listen({ path: addressOf(name) });
  try {
    await once(server, "listening");
  } catch (cause) {
    if (codeOf(cause) === "EADDRINUSE") return undefined;
    throw cause;
  }
  server.unref();
  return {
    close() {
      server.close();
      for (const socket of waiting) socket.destroy();
    },
  };
}

/** Resolves when the lock has been released, or when no process holds it any more. */
function socketReleased(name: string): Promise<void> {
  return new Promise((resolve) => {
    connect({ path: addressOf(name) })
      .on("error", () => {})
      .on("close", () => resolve())
      .resume();
  });
}

/** A thread of the pool waits in the kernel. */
function waitForFile(path: string): Promise<ProcessLock> {
  return new Promise((resolve, reject) => {
    open(path, FILE_FLAGS, OWNER_ONLY, (cause, file) => {
      if (cause === null) resolve(lockOf(file));
      else reject(cause);
    });
  });
}

function lockOf(file: number): ProcessLock {
  return { close: () => closeSync(file) };
}

/** In Linux's abstract namespace, which belongs to the network namespace as a port does. */
function addressOf(name: string): string {
  return `\0money-movement-${name}`;
}

function codeOf(cause: unknown): string | undefined {
  return (cause as NodeJS.ErrnoException).code;
}
