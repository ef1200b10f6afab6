/** Puts frames that are sound into a new database of a log, which nobody else has open. */
import type { Database } from "./database.ts";
import { keyOf } from "./key.ts";
import type { LogFrame } from "./log.ts";

/** The approximate size of one transaction of a copy, bytes: few syncs, and little memory. */
export const COPY_BATCH_BYTES = 16 * 2 ** 20;

/** Puts the frames in their order. They are durable when the promise resolves. */
export async function putFrames(database: Database, frames: Iterable<LogFrame>): Promise<void> {
  let puts: Promise<boolean>[] = [];
  let bytes = 0;
  for (const frame of frames) {
    puts.push(database.put(keyOf(frame.sequence), frame.bytes, { append: true }));
    bytes += frame.bytes.length;
    if (bytes < COPY_BATCH_BYTES) continue;
    await allTrue(puts);
    puts = [];
    bytes = 0;
  }
  await allTrue(puts);
}

/** Throws unless every put was carried out. */
export async function allTrue(puts: readonly Promise<boolean>[]): Promise<void> {
  const results = await Promise.all(puts);
  if (!results.every((result) => result === true)) throw new Error("a frame was not written");
}
