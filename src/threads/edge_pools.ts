/** The threads of an edge that do what would stop the edge: long reads, and the preparation of writes. */
import { fileURLToPath } from "node:url";
import { usedIdKey } from "../base/hidden_place.ts";
import type { Readers } from "../contract/declare/reader_task.ts";
import { ReadPool } from "./read_pool.ts";
import type { ReaderData } from "./reader_thread.ts";
import type { EdgeThreadData, Given } from "./worker_data.ts";

/**
 * Threads of an edge that prepare writes, apart from those of long reads: logins wait for no statement,
 * and no read for logins. One, as a password takes a core for 15 ms, which the ledger needs too.
 */
const PREPARERS = 1;

export type EdgePools = { readers: ReadPool; preparers: ReadPool };

export function openPools(data: EdgeThreadData): EdgePools {
  const poolOf = (threads: number) =>
    new ReadPool({
      program: fileURLToPath(new URL("./reader.js", import.meta.url)),
      workerData: { ...readerDataOf(data), idKey: usedIdKey() } satisfies Given<ReaderData>,
      threads,
    });
  return { readers: poolOf(data.readers), preparers: poolOf(PREPARERS) };
}

/** Each task in the pool of its kind. */
export function poolByKind({ readers, preparers }: EdgePools): Readers {
  return {
    run: (kind, task, settle) => (kind === "prepare" ? preparers : readers).run(kind, task, settle),
  };
}

function readerDataOf(data: EdgeThreadData): ReaderData {
  const { requestLogPath, keys, spoolPath, preparation } = data;
  return {
    shards: data.shards.map(({ port: _, ...files }) => files),
    keys,
    spoolPath,
    preparation,
    ...(requestLogPath !== undefined && { requestLogPath }),
  };
}
