/**
 * A reader thread of the read pool. It opens the shards as an edge does, and runs one task at a
 * time, each from one snapshot of its shard, or of each shard that it names.
 * Guarantees: the snapshot contains at least the frame that the task names; a task that was
 * cancelled or is late stops within `ROWS_PER_CHECK` rows; a task that does not answer leaves no
 * file behind.
 */
import { Piscina } from "piscina";
import { type CursorCodecs, openCursorCodec } from "../access/cursor.ts";
import type { PreparationParts } from "../access/preparation.ts";
import { invariant } from "../base/invariant.ts";
import type { AnyRead } from "../calls/callable.ts";
import { readContextOf } from "../calls/read_context.ts";
import { type FileAnswer, jsonParts } from "../contract/declare/file_answer.ts";
import type { Operation } from "../contract/declare/operation.ts";
import type { ReadTask, TaskAnswer, TaskControl } from "../contract/declare/reader_task.ts";
import type { FactCodec } from "../contract/records/record.ts";
import { FactCodecs } from "../contract/records/record_codec.ts";
import { openSaltSecrets } from "../contract/records/record_leaf.ts";
import type { Snapshot } from "../contract/tables/snapshot.ts";
import { digestLine, dispositionOf } from "../http/answer/file_headers.ts";
import { VARIES } from "../http/answer/security_headers.ts";
import type { KeyMemory } from "../keys/key_rings.ts";
import { isDamage, isUnmounted } from "../views/damage.ts";
import type { ShardView } from "../views/shard_view.ts";
import { cancellable, isCancelled, TaskStopped } from "./cancellable.ts";
import { KeptFiles } from "./kept_files.ts";
import { openShardView } from "./open_shard_view.ts";
import { Spool } from "./spool.ts";
import type { ShardFiles } from "./worker_data.ts";

/** The `workerData` of a reader thread. */
export type ReaderData = {
  shards: ShardFiles[];
  keys: Pick<KeyMemory, "cursors" | "salts">;
  preparation: PreparationParts;
  spoolPath: string;
  requestLogPath?: string;
};

export type Reader = {
  read(task: ReadTask & TaskControl): TaskAnswer;
  /** Runs the work of any kind of task, and releases the snapshots that it used afterwards. */
  run(
    task: TaskControl & { shard: number; sequence: number },
    work: (resources: TaskResources) => TaskAnswer,
  ): TaskAnswer;
  /** The newest snapshot of a shard; its reads throw `TaskStopped` when the task is cancelled. */
  snapshotOf(task: TaskControl & { shard: number; sequence: number }): Snapshot;
  /** The newest snapshot of a shard, and the number of the realm with the key. */
  viewed(
    task: TaskControl & { shard: number; sequence: number },
    realmKey: string,
  ): { snapshot: Snapshot; realm: number | undefined };
  release(shard: number): void;
};

export function openReader(
  data: ReaderData,
  wiring: {
    // biome-ignore lint/suspicious/noExplicitAny: any shard state
    operations: readonly Operation<any>[];
    codecs: readonly FactCodec[];
  },
): Reader {
  const operations = new Map(wiring.operations.map((operation) => [operation.id, operation]));
  const cursors = openCursorCodec(data.keys.cursors, Date.now);
  const codecs = new FactCodecs(wiring.codecs);
  const saltSecrets = openSaltSecrets(data.keys.salts);
  const views = new Map<number, ShardView>();
  const kept = new Map<number, KeptFiles>();
  const keptOf = (shard: number): KeptFiles => {
    const known = kept.get(shard);
    if (known !== undefined) return known;
    const files = new KeptFiles(filesOf(data, shard).filesPath);
    kept.set(shard, files);
    return files;
  };
  const viewOf = (shard: number): ShardView => {
    const known = views.get(shard);
    if (known !== undefined) return known;
    const view = openShardView(filesOf(data, shard), { codecs, saltSecrets });
    views.set(shard, view);
    return view;
  };
  const reader: Reader = {
    snapshotOf(task) {
      if (isCancelled(task)) throw new TaskStopped();
      const snapshot = viewOf(task.shard).refreshed();
      invariant(snapshot.sequence >= task.sequence, "a reader sees what its edge saw");
      return cancellable(snapshot, task);
    },
    viewed: (task, realmKey) => ({
      snapshot: reader.snapshotOf(task),
      realm: viewOf(task.shard).realmNumberOf(realmKey),
    }),
    release: (shard) => views.get(shard)?.release(),
    read(task) {
      const operation = operations.get(task.operation);
      invariant(operation?.type === "read", "a reader is asked for a read that is declared");
      return reader.run(task, (resources) => answerOf(operation, task, resources));
    },
    run(task, work) {
      const spool = new Spool(data.spoolPath);
      const opened = new Set<number>();
      const openAt: TaskResources["openAt"] = (shard, sequence) => {
        opened.add(shard);
        const snapshot = reader.snapshotOf({ ...task, shard, sequence });
        return { snapshot, view: viewOf(shard), files: keptOf(shard) };
      };
      try {
        return work({ ...openAt(task.shard, task.sequence), openAt, cursors, spool });
      } catch (cause) {
        if (cause instanceof TaskStopped) return { kind: "stopped" };
        // An error loses its class on the way to the other thread.
        if (isDamage(cause)) return { kind: "damaged", reason: cause.message };
        if (isUnmounted(cause)) {
          return { kind: "unmounted", segment: cause.segment, reason: cause.message };
        }
        throw cause;
      } finally {
        spool.close();
        for (const shard of opened) reader.release(shard);
      }
    },
  };
  return reader;
}

/** Marks the bytes of an answer to be moved to the other thread instead of copied. */
export function transferred(answer: TaskAnswer): TaskAnswer {
  if (answer.kind !== "body" || answer.body.bytes === undefined) return answer;
  const { buffer } = answer.body.bytes;
  const movable = {
    [Piscina.transferableSymbol]: [buffer],
    [Piscina.valueSymbol]: answer,
  };
  return Piscina.move(movable as never) as unknown as TaskAnswer;
}

/** What a task may use. */
export type TaskResources = {
  snapshot: Snapshot;
  view: ShardView;
  /** The files beside the log of the shard. */
  files: KeptFiles;
  /** The newest snapshot of a shard that a task names besides its own. */
  openAt(shard: number, sequence: number): Pick<TaskResources, "snapshot" | "view" | "files">;
  cursors: CursorCodecs;
  spool: Spool;
};

function answerOf(
  operation: AnyRead,
  task: ReadTask,
  { snapshot, view, cursors, spool, files, openAt }: TaskResources,
): TaskAnswer {
  const { caller, nowMs, located, input, form, realmKey, principal, environment, product } = task;
  const realm = view.realmNumberOf(realmKey);
  const place = { principal, product };
  const at = {
    ...{ nowMs, realm, located, place, environment, cursors, requestLog: undefined, files },
    shardAt: (shard: number) => openAt(shard, 0).snapshot,
  };
  const found = operation.read(snapshot, input, readContextOf(operation, caller, at));
  if (found.refused) return { kind: "refused", refusal: found };
  if (found.proving !== undefined) return { kind: "proving", proving: found.proving };
  const { file } = found;
  if (file?.kept !== undefined && form === "file") return files.answer(file, task.range);
  if (file !== undefined && form === "file") return fileAnswer(file, spool);
  if (file === undefined) spool.write(found.json);
  else for (const part of jsonParts(file)) spool.write(part);
  const { body } = spool.end();
  const headers = file === undefined ? "" : VARIES;
  return { kind: "body", contentType: "application/json", headers, body };
}

function filesOf({ shards }: Pick<ReaderData, "shards">, shard: number): ShardFiles {
  const files = shards.find((one) => one.shard === shard);
  invariant(files !== undefined, "a task is about a shard that there is");
  return files;
}

/**
 * The headers follow RFC 6266 (the file's name) and RFC 9530 (the digest of the content as sent).
 */
function fileAnswer({ mediaType, filename, parts }: FileAnswer, spool: Spool): TaskAnswer {
  for (const part of parts()) spool.write(part);
  const { body, sha256 } = spool.end();
  const headers = dispositionOf(filename) + digestLine("content-digest", sha256) + VARIES;
  return { kind: "body", contentType: `${mediaType}; charset=utf-8`, headers, body };
}
