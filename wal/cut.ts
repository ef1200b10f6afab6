/**
 * Cuts a log: moves its oldest frames into segments (`segment.ts`), and gives the disk space of the
 * database back. For a log that nobody else has open.
 *
 * Guarantees: after a crash at any instant the log is either as before or cut, and whole; frames leave
 * the database only after their segments are on disk, were read back and checked, frame by frame;
 * the order is: segments, synced, checked, named; a new database with their headers and all later
 * frames, synced and checked; then one `rename` over the old one. The id, the head and every frame are
 * the same before and after. What a crash left is removed by the next cut, in the log's own folder.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { dataFile, openDatabase, openDatabaseReader, syncDirectory } from "./database.ts";
import { WalMisused } from "./errors.ts";
import { encodeLogHeader, equalBytes, frameHash, previousHashOf } from "./format.ts";
import { HEADER_KEY, keyOf } from "./key.ts";
import { walk } from "./log.ts";
import { type LogReader, logReaderOver, openLogReader } from "./log_reader.ts";
import { allTrue, putFrames } from "./put_frames.ts";
import {
  decodeSegmentHeader,
  encodeSegmentHeader,
  SEGMENT_ENTRY_BYTES,
  SEGMENT_HEADER_BYTES,
  type Segment,
  Segments,
  segmentName,
  segmentsOf,
  segmentsPath,
  shortId,
} from "./segment.ts";
import { verifyRange } from "./verify.ts";

/** The longest segment that is begun anew, bytes; a frame that does not fit begins the next. */
export const SEGMENT_BYTES = 2 ** 30;
const OWNER_ONLY = 0o600;

export type CutOptions = {
  /** The last frame that goes into a segment: at least one frame after it stays. */
  upTo: number;
  segmentBytes?: number;
  /** Called before each step; a test ends the process in it. */
  onStep?: (step: string) => void;
};
export type CutReport = { segments: Segment[]; bytesBefore: number; bytesAfter: number };

/**
 * Cuts the log at `path`. Throws, with the log unchanged, `LogDamaged` when a frame is not what was
 * appended, `WalMisused` when `upTo` leaves no frame, or an error when the disk refuses.
 */
export async function cutLog(path: string, options: CutOptions): Promise<CutReport> {
  const { upTo, segmentBytes = SEGMENT_BYTES, onStep = () => undefined } = options;
  const made = `${path}.cut`;
  rmSync(made, { recursive: true, force: true });
  const bytesBefore = bytesOf(path);
  const reader = openLogReader(path);
  const segments: Segment[] = [];
  try {
    const head = reader.headSequence();
    if (upTo >= head)
      throw new WalMisused(`a cut at frame ${upTo} leaves no frame: the last is ${head}`);
    if (upTo <= reader.lastInSegments) return { segments, bytesBefore, bytesAfter: bytesBefore };
    removeLeft(path, reader);
    mkdirSync(segmentsPath(path), { recursive: true, mode: 0o700 });
    for (let first = reader.lastInSegments + 1; first <= upTo; ) {
      onStep(`segment from frame ${first}`);
      const segment = writeSegment(path, reader, { first, upTo, segmentBytes });
      segments.push(segment);
      first = segment.last + 1;
    }
    syncDirectory(segmentsPath(path));
    syncDirectory(path);
    onStep("database");
    await writeDatabase(path, made, reader, segments);
    onStep("check");
    await checkDatabase(path, made, reader, { upTo, head });
  } finally {
    await reader.close();
  }
  onStep("rename");
  rmSync(join(path, "lock.mdb"), { force: true });
  renameSync(dataFile(made), dataFile(path));
  syncDirectory(path);
  onStep("done");
  rmSync(made, { recursive: true, force: true });
  return { segments, bytesBefore, bytesAfter: bytesOf(path) };
}

/**
 * Removes segments that their log does not name: a cut was interrupted before it took place. Only in
 * the log's own folder: to a folder elsewhere a copy of the log may be linked too, and name them.
 */
function removeLeft(path: string, { id, lastInSegments }: LogReader): void {
  const folder = segmentsPath(path);
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  for (const name of readdirSync(folder)) {
    const [, first, ofLog] = /^(\d{12})-\d{12}-(\w{16})\.segment(?:\.tmp)?$/.exec(name) ?? [];
    const isLeft = ofLog === shortId(id) && Number(first) > lastInSegments;
    if (isLeft && lstatSync(join(folder, name)).isFile()) rmSync(join(folder, name));
  }
}

/** Writes one segment, syncs it, reads it back, and gives it its name. */
function writeSegment(
  path: string,
  reader: LogReader,
  { first, upTo, segmentBytes }: { first: number; upTo: number; segmentBytes: number },
): Segment {
  const temporary = join(
    segmentsPath(path),
    `${segmentName({ first, last: upTo, logId: reader.id })}.tmp`,
  );
  const file = openSync(temporary, "w", OWNER_ONLY);
  let segment: Segment;
  try {
    const begins = [SEGMENT_HEADER_BYTES];
    let previousHash: Uint8Array | undefined;
    let hash: Uint8Array | undefined;
    let last = first - 1;
    let at = SEGMENT_HEADER_BYTES;
    for (const frame of walk((sequence) => reader.read(sequence), first, upTo, reader.hashOf)) {
      if (last >= first && at + frame.bytes.length > segmentBytes) break;
      previousHash ??= Buffer.from(previousHashOf(frame.bytes));
      writeAll(file, frame.bytes, at);
      at += frame.bytes.length;
      begins.push(at);
      hash = frame.hash;
      last = frame.sequence;
    }
    const table = Buffer.alloc(begins.length * SEGMENT_ENTRY_BYTES);
    for (const [index, begin] of begins.entries()) table.writeBigUInt64LE(BigInt(begin), index * 8);
    writeAll(file, table, at);
    const header = encodeSegmentHeader({
      ...{ logId: reader.id, first, last, byteLength: at + table.length },
      ...{ previousHash: previousHash as Uint8Array, hash: hash as Uint8Array },
    });
    writeAll(file, header, 0);
    segment = decodeSegmentHeader(header) as Segment;
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  const named = join(segmentsPath(path), segmentName(segment));
  if (existsSync(named) && !hasHeader(named, segment)) {
    throw new Error(
      `${named} has other frames of this log's id: a copy of the log made it; move it`,
    );
  }
  renameSync(temporary, named);
  checkSegment(path, segment);
  return segment;
}

/** Reads a segment back as readers do, and checks each frame and its link. */
function checkSegment(path: string, segment: Segment): void {
  const own = new Segments([segment], path);
  const before = (sequence: number) =>
    sequence === segment.first - 1 ? segment.previousHash : undefined;
  let hash: Uint8Array | undefined;
  for (const frame of walk((at) => own.read(at), segment.first, segment.last, before)) {
    hash = frame.hash;
  }
  if (hash === undefined || !equalBytes(hash, segment.hash)) {
    throw new Error(`the segment ${segmentName(segment)} was not read back as it was written`);
  }
}

/** Makes a database with the log's header, the headers of all segments, and the frames after them. */
async function writeDatabase(
  path: string,
  made: string,
  reader: LogReader,
  segments: readonly Segment[],
): Promise<void> {
  const named = openDatabaseReader(path);
  const earlier = segmentsOf(named, path, reader.id).all;
  await named.close();
  const all = [...earlier, ...segments];
  const database = openDatabase("log", made);
  try {
    const heads = [database.put(HEADER_KEY, encodeLogHeader(reader.id))];
    for (const { last, header } of all) heads.push(database.put(keyOf(last), Buffer.from(header)));
    await allTrue(heads);
    const from = (all.at(-1) as Segment).last + 1;
    const read = (sequence: number) => reader.read(sequence);
    await putFrames(database, walk(read, from, reader.headSequence(), reader.hashOf));
  } finally {
    await database.close();
  }
}

/** The new database is a log of the same id and head, whose frames follow its last segment. */
async function checkDatabase(
  path: string,
  made: string,
  reader: LogReader,
  { upTo, head }: { upTo: number; head: number },
): Promise<void> {
  const cut = logReaderOver(openDatabaseReader(made), path);
  try {
    const last = (of: LogReader) => frameHash(of.read(head) as Uint8Array);
    const report = verifyRange(cut, { from: upTo + 1, to: head });
    const isSame =
      equalBytes(cut.id, reader.id) &&
      cut.headSequence() === head &&
      cut.lastInSegments === upTo &&
      report.damage === undefined &&
      equalBytes(last(cut), last(reader));
    if (!isSame)
      throw new Error(`the log was not read back as it was written: ${JSON.stringify(report)}`);
  } finally {
    await cut.close();
  }
}

function hasHeader(path: string, { header }: Segment): boolean {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(header.length);
    readSync(file, bytes, 0, bytes.length, 0);
    return equalBytes(bytes, header);
  } finally {
    closeSync(file);
  }
}

function writeAll(file: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, at + done);
  }
}

function bytesOf(path: string): number {
  return lstatSync(dataFile(path)).size;
}
