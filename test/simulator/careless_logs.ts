/** Logs that lack one guard of the real log, and do everything else as the real log does. */
import type { Database } from "../../wal/database.ts";
import type { SealedFrame } from "../../wal/format.ts";
import { keyOf } from "../../wal/key.ts";
import { type Log, type LogFrame, type LogHead, type LogTimes, logOver } from "../../wal/log.ts";

/** A log that does not check frames: it returns the bytes that the disk has. */
export async function openTrustingLog(database: Database, times: LogTimes): Promise<Log> {
  const log = await logOver(database, times);
  return altered(log, (sequence) => database.getBinary(keyOf(sequence)));
}

/** A log that checks each frame, but not that the frame follows the one before. */
export async function openUnchainedLog(database: Database, times: LogTimes): Promise<Log> {
  const log = await logOver(database, times);
  return altered(log, (sequence) => log.read(sequence));
}

function altered(log: Log, read: (sequence: number) => Uint8Array | undefined): Log {
  function* frames(from: number): Generator<LogFrame> {
    for (let sequence = from; sequence <= log.head.sequence; sequence++) {
      yield { sequence, bytes: read(sequence) as Uint8Array };
    }
  }
  return {
    id: log.id,
    get head() {
      return log.head;
    },
    append: (group) => log.append(group),
    read,
    frames,
    close: () => log.close(),
  };
}

/** A log that treats a failed append as durable, as if it had repeated the sync with success. */
export async function openStubbornLog(database: Database, times: LogTimes): Promise<Log> {
  const log = await logOver(database, times);
  let believed: LogHead | undefined;
  return {
    id: log.id,
    get head() {
      return believed ?? log.head;
    },
    async append(group) {
      try {
        return await log.append(group);
      } catch {
        const { sequence, hash } = group.at(-1) as SealedFrame;
        believed = { sequence, hash };
        return "durable";
      }
    },
    read: (sequence) => log.read(sequence),
    frames: (from) => log.frames(from),
    close: () => log.close(),
  };
}
