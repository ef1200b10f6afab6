/**
 * Reads a whole log and reports its contents, or its first damaged place.
 * LMDB has no page checksums, and a damaged page can crash whoever opens the file: run this in a
 * process of its own, and read a death by signal as "damaged".
 */
import { type Damage, LogDamaged } from "./errors.ts";
import { recordCountOf, ZERO_HASH } from "./format.ts";
import { walk } from "./log.ts";
import { type LogReader, openLogReader } from "./log_reader.ts";

export type LogReport = {
  /** Lower-case hex; empty when the header is damaged. */
  logId: string;
  /** Valid frames from the first one on. */
  frames: number;
  records: number;
  bytes: number;
  /** The last valid frame, to compare a receipt or a backup with; its SHA-256 follows. */
  headSequence: number;
  headHash: string;
  /** The first damaged place. Nothing after it was checked. */
  damage?: Damage;
};
export type LogProgress = { frames: number; bytes: number; headSequence: number };

/** Frames between two calls of `onProgress`. */
const PROGRESS_FRAMES = 1_000;

/** What was found in frames `from` to `to` of a log: counts of those before the damage, if any. */
export type RangeReport = Omit<LogReport, "logId">;
export type FrameRange = { from: number; to: number };

/** Reads and checks every frame: bytes, sequence, chain. Never throws for damage: it reports it. */
export async function verifyLog(
  path: string,
  onProgress?: (progress: LogProgress) => void,
): Promise<LogReport> {
  let reader: LogReader | undefined;
  let logId = "";
  try {
    reader = openLogReader(path);
    logId = Buffer.from(reader.id).toString("hex");
    const { headSequence, fault } = endOf(reader);
    const report = verifyRange(reader, { from: 1, to: headSequence }, onProgress);
    if (fault !== undefined) report.damage ??= damageOf(fault, headSequence + 1);
    return { logId, ...report };
  } catch (error) {
    return { logId, ...emptyReport(0), damage: damageOf(error, 1) };
  } finally {
    await reader?.close();
  }
}

/**
 * Checks the frames of a range, and the link of the first to the frame before it, which is checked
 * too. So the lowest damage of ranges that follow one another is the damage that `verifyLog` finds.
 */
export function verifyRange(
  reader: LogReader,
  { from, to }: FrameRange,
  onProgress?: (progress: LogProgress) => void,
): RangeReport {
  const report = emptyReport(from - 1);
  const readFrame = (sequence: number) => reader.readView(sequence);
  try {
    for (const frame of walk(readFrame, from, to)) {
      report.frames++;
      report.records += recordCountOf(frame.bytes);
      report.bytes += frame.bytes.length;
      report.headSequence = frame.sequence;
      report.headHash = frame.hash.toString("hex");
      if (report.frames % PROGRESS_FRAMES === 0) {
        onProgress?.({ frames: report.frames, bytes: report.bytes, headSequence: to });
      }
    }
  } catch (error) {
    report.damage = damageOf(error, report.headSequence + 1);
  }
  return report;
}

/** Adds the report of the range behind `report`; nothing where `report` ends with damage. */
export function addRange(report: RangeReport, range: RangeReport): void {
  if (report.damage !== undefined) return;
  report.frames += range.frames;
  report.records += range.records;
  report.bytes += range.bytes;
  if (range.damage !== undefined) report.damage = range.damage;
  if (range.frames === 0) return;
  report.headSequence = range.headSequence;
  report.headHash = range.headHash;
}

/** A report of no frames behind frame `headSequence`. */
export function emptyReport(headSequence: number): RangeReport {
  const headHash = Buffer.from(ZERO_HASH).toString("hex");
  return { frames: 0, records: 0, bytes: 0, headSequence, headHash };
}

/**
 * The last frame that can be read in order. `fault`: why the log does not end there; the report has
 * it after the frames that can be read.
 */
export function endOf(reader: LogReader): { headSequence: number; fault?: LogDamaged } {
  try {
    return { headSequence: reader.headSequence() };
  } catch (error) {
    if (!(error instanceof LogDamaged) || error.sequence === 0) throw error;
    return { headSequence: error.sequence - 1, fault: error };
  }
}

/** What an error of reading says; other errors are thrown. `sequence`: the frame being read. */
export function damageOf(error: unknown, sequence: number): Damage {
  if (!(error instanceof LogDamaged)) {
    if (error instanceof Error && "code" in error) {
      return { sequence, reason: `lmdb: ${error.message}` };
    }
    throw error;
  }
  const { index, reason } = error;
  return index === undefined
    ? { sequence: error.sequence, reason }
    : { sequence: error.sequence, index, reason };
}
