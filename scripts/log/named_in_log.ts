/** Which files beside a log its frames name, and which owners they take the files from. */
import { placeOf } from "../../src/base/id.ts";
import {
  type FileNaming,
  type NamedFile,
  ownerOfFile,
} from "../../src/contract/records/named_file.ts";
import { decodeRecord, FactCodecs } from "../../src/contract/records/record_codec.ts";
import { LogDamaged } from "../../wal/errors.ts";
import { recordsOf } from "../../wal/format.ts";
import type { LogReader } from "../../wal/log_reader.ts";
import type { Shard } from "./shards.ts";

export type FilesInLog = {
  /** Those that the last of the frames leaves named. */
  named: readonly NamedFile[];
  givenUp: ReadonlySet<string>;
};

const NO_FILES: FilesInLog = { named: [], givenUp: new Set() };

/**
 * Reads frames `from` to `to`, or those before a damaged one, which whoever copies or verifies them meets.
 * Only a frame with the name of such a fact somewhere is decoded: a search for some bytes costs little.
 */
export function filesNamedIn(
  log: LogReader,
  { shard, registry }: Shard,
  { from, to }: { from: number; to: number },
): FilesInLog {
  const { files, codecs } = registry as Naming;
  if (files === undefined) return NO_FILES;
  const mark = Buffer.from(`"${files.kindsBegin}`);
  const known = new FactCodecs(codecs);
  const named = new Map<string, NamedFile>();
  const givenUp = new Set<string>();
  for (let sequence = from; sequence <= to; sequence++) {
    const frame = soundFrame(log, sequence);
    if (frame === undefined) break;
    if (!frame.includes(mark)) continue;
    let index = 0;
    for (const bytes of recordsOf(frame)) {
      const place = placeOf(sequence, index++);
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (const fact of decodeRecord(buffer, known, { shard, place }).facts) {
        if (!fact.kind.startsWith(files.kindsBegin)) continue;
        const change = files.changeOf(fact);
        for (const file of change.named ?? []) named.set(file.file, file);
        if (change.givenUp !== undefined) givenUp.add(change.givenUp);
      }
    }
  }
  const left = [...named.values()].filter(({ file }) => !givenUp.has(ownerOfFile(file) ?? ""));
  return { named: left, givenUp };
}

type Naming = { files?: FileNaming<never>; codecs: Shard["registry"]["codecs"] };

/** The bytes of a frame, valid until the next is read; undefined where it is damaged. */
function soundFrame(log: LogReader, sequence: number): Buffer | undefined {
  try {
    const view = log.readView(sequence);
    return view && Buffer.from(view.buffer, view.byteOffset, view.byteLength);
  } catch (cause) {
    if (cause instanceof LogDamaged) return undefined;
    throw cause;
  }
}

/** The owners whose files were given up after frame `sequence`, in all that the log has by now. */
export function givenUpAfter(log: LogReader, shard: Shard, sequence: number): ReadonlySet<string> {
  log.refresh();
  return filesNamedIn(log, shard, { from: sequence + 1, to: log.headSequence() }).givenUp;
}
