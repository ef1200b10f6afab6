/** Every record of a log, decoded, in order. No record is applied or kept. */
import { indexOf, type Place, placeOf } from "../../src/base/id.ts";
import type { StoredRecord } from "../../src/contract/records/record.ts";
import { decodeRecord, FactCodecs } from "../../src/contract/records/record_codec.ts";
import { LogDamaged } from "../../wal/errors.ts";
import { recordsOf } from "../../wal/format.ts";
import type { Log } from "../../wal/log.ts";
import { progressOf } from "./reading.ts";
import type { Shard } from "./shards.ts";

export type ReadRecord = { frame: number; frameBytes: number; bytes: number; record: StoredRecord };

/** The records of frames `from` to `to`. Throws `LogDamaged` at the first unreadable record. */
export function* recordsIn(
  shard: Shard,
  log: Log,
  { from, to }: { from: number; to: number },
): Generator<ReadRecord, void, undefined> {
  const codecs = new FactCodecs(shard.registry.codecs);
  const progress = progressOf(shard, log);
  for (const { sequence, bytes: frame } of log.frames(from)) {
    if (sequence > to) return;
    progress(sequence);
    let index = 0;
    for (const bytes of recordsOf(frame)) {
      const place = placeOf(sequence, index++);
      const record = decoded(bytes, codecs, { shard: shard.shard, place });
      yield { frame: sequence, frameBytes: frame.length, bytes: bytes.length, record };
    }
  }
}

function decoded(
  bytes: Uint8Array,
  codecs: FactCodecs,
  where: { shard: number; place: Place },
): StoredRecord {
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return decodeRecord(buffer, codecs, where);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const sequence = (where.place - indexOf(where.place)) / placeOf(1, 0);
    throw new LogDamaged({ sequence, index: indexOf(where.place), reason }, { cause });
  }
}
