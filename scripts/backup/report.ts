/** What a backup, and one that goes on, tell at their end; `Shard` is what each tells of a shard. */
import type { DataReading } from "../data_reading.ts";
import type { Parts } from "./parts.ts";

export type Report<Shard> = {
  directory: string;
  source: string;
  startedAt: string;
  seconds: number;
  /** Bytes that were copied: of all files of a new backup, of the frames of one that goes on. */
  bytes: number;
  serverRunning: boolean;
  shards: readonly Shard[];
  /** Top-level files of the copy. */
  files: readonly string[];
  /** Files and folders of the source that are not copied. */
  skipped: readonly string[];
};

/** The report of a copy that began at `startedAt` and ends now. */
export function reportOf<Shard>(
  { source, target }: { source: string; target: string },
  { files, skipped }: Parts,
  { isAtRest }: DataReading,
  copied: { startedAt: Date; bytes: number; shards: readonly Shard[] },
): Report<Shard> {
  const { startedAt, bytes, shards } = copied;
  return {
    directory: target,
    source,
    startedAt: startedAt.toISOString(),
    seconds: (Date.now() - startedAt.getTime()) / 1_000,
    bytes,
    serverRunning: !isAtRest,
    shards,
    files,
    skipped,
  };
}
