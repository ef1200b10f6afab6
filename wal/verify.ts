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

/** Reads and checks every frame: bytes, sequence, chain. Never throws for damage: it reports it. */
export async function verifyLog(
  path: string,
  onProgress?: (progress: LogProgress) => void,
): Promise<LogReport> {
  const report: LogReport = {
    logId: "",
    frames: 0,
    records: 0,
    bytes: 0,
    headSequence: 0,
    headHash: Buffer.from(ZERO_HASH).toString("hex"),
  };
  let reader: LogReader | undefined;
  try {
    reader = openLogReader(path);
    report.logId = Buffer.from(reader.id).toString("hex");
    readAll(reader, report, onProgress);
  } catch (error) {
    report.damage = damageOf(error, report.headSequence + 1);
  } finally {
    await reader?.close();
  }
  return report;
}

function readAll(
  reader: LogReader,
  report: LogReport,
  onProgress: ((progress: LogProgress) => void) | undefined,
): void {
  const { headSequence, fault } = endOf(reader);
  for (const frame of walk((sequence) => reader.readView(sequence), 1, headSequence)) {
    report.frames++;
    report.records += recordCountOf(frame.bytes);
    report.bytes += frame.bytes.length;
    report.headSequence = frame.sequence;
    report.headHash = frame.hash.toString("hex");
    if (report.frames % PROGRESS_FRAMES === 0) {
      onProgress?.({ frames: report.frames, bytes: report.bytes, headSequence });
    }
  }
  if (fault !== undefined) throw fault;
}

/**
 * The last frame that can be read in order. `fault`: why the log does not end there; the report has
 * it after the frames that can be read.
 */
function endOf(reader: LogReader): { headSequence: number; fault?: LogDamaged } {
  try {
    return { headSequence: reader.headSequence() };
  } catch (error) {
    if (!(error instanceof LogDamaged) || error.sequence === 0) throw error;
    return { headSequence: error.sequence - 1, fault: error };
  }
}

function damageOf(error: unknown, sequence: number): Damage {
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
