/** For tests: a shard with its mailbox in this thread, the couriers and views of it, and a read pool of one. */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { MessageChannel } from "node:worker_threads";
import { preparedBy } from "../../src/calls/prepare.ts";
import type { Carriers } from "../../src/contract/declare/effect.ts";
import type {
  PrepareTask,
  Readers,
  ReadTask,
  TaskAnswer,
} from "../../src/contract/declare/reader_task.ts";
import type { ShardRegistry } from "../../src/contract/declare/registry.ts";
import { ShardSignals } from "../../src/contract/messages/envelope.ts";
import { FactCodecs } from "../../src/contract/records/record_codec.ts";
import { OPERATOR_OPERATIONS, operations, SHARD_REGISTRY } from "../../src/features/registry.ts";
import { Courier } from "../../src/placement/courier.ts";
import type { Journal } from "../../src/shard/journal.ts";
import { Mailbox } from "../../src/shard/mailbox.ts";
import { recover } from "../../src/shard/recovery.ts";
import { openShardView } from "../../src/threads/open_shard_view.ts";
import { openReader } from "../../src/threads/reader_thread.ts";
import type { ShardFiles } from "../../src/threads/worker_data.ts";
import type { ShardView } from "../../src/views/shard_view.ts";
import { platformTools } from "../world/platform_world.ts";
import { openJournalOf } from "./shard/open_journal.ts";
import { READER_KEYS, TEST_SALTS } from "./shared_keys.ts";

export type OpenShard<S> = {
  journal: Journal<S>;
  mailbox: Mailbox<S>;
  files: ShardFiles;
  /** The place that the next record will have. */
  nextPlace(): number;
  /** A courier of the shard, as an edge has one. */
  courier(): Courier;
  /** The view of the shard; the same each time. */
  view(): ShardView;
  close(): Promise<void>;
};

/** A shard that is recovered and does not serve yet: `mailbox.start` does that. */
export async function openShard<S>(
  path: string,
  {
    shard,
    registry,
    nowMs,
    carriers,
  }: { shard: number; registry: ShardRegistry<S>; nowMs: () => number; carriers: Carriers },
): Promise<OpenShard<S>> {
  const signals = ShardSignals.allocate();
  const directory = join(path, String(shard));
  const onBug = (what: string, cause: unknown): never => {
    throw new Error(what, { cause });
  };
  const parts = await openJournalOf<S>(directory, { shard, registry, nowMs, onBug });
  await recover(parts.journal, parts, () => {});
  const mailbox = new Mailbox<S>({
    ...parts,
    registry,
    signals: new ShardSignals(signals),
    nowMs,
    onFailure: (error) => assert.fail(error),
    carriers,
  });
  const files: ShardFiles = {
    shard,
    signals,
    logPath: join(directory, "log"),
    statePath: join(directory, "state"),
    filesPath: join(directory, "files"),
  };
  const couriers: Courier[] = [];
  let view: ShardView | undefined;
  return {
    journal: parts.journal,
    mailbox,
    files,
    nextPlace: () => parts.commit.nextPlace(),
    courier() {
      const { port1, port2 } = new MessageChannel();
      mailbox.attach(port1);
      const courier = new Courier(port2 as never, new ShardSignals(signals));
      couriers.push(courier);
      return courier;
    },
    view() {
      const codecs = new FactCodecs(registry.codecs);
      view ??= openShardView(files, { codecs, saltSecrets: TEST_SALTS });
      return view;
    },
    async close() {
      for (const courier of couriers) courier.close();
      await view?.close();
      await mailbox.close();
      await parts.close();
    },
  };
}

/** Reads and preparations in this thread; tasks are cloned, as they are between two threads. */
export function readersOver(
  path: string,
  shards: readonly Pick<OpenShard<unknown>, "files" | "view">[],
  nowMs: () => number,
): Readers {
  const spoolPath = join(path, "spool");
  mkdirSync(spoolPath);
  const files = shards.map((shard) => shard.files);
  const data = { keys: READER_KEYS, shards: files, spoolPath, preparation: undefined as never };
  const { codecs } = SHARD_REGISTRY;
  const reader = openReader(data, { operations, codecs });
  const byId = new Map([...operations, ...OPERATOR_OPERATIONS].map((each) => [each.id, each]));
  const viewOf = ({ shard, realmKey }: NonNullable<PrepareTask["reads"]>) => {
    const view = shards.find((one) => one.files.shard === shard)?.view();
    assert.ok(view !== undefined, "a preparation reads a shard that is open");
    return { snapshot: view.refreshed(), realm: view.realmNumberOf(realmKey) };
  };
  const answerTo = async (kind: string, task: object): Promise<TaskAnswer> => {
    if (kind === "prepare") {
      return await preparedBy(byId, platformTools, structuredClone(task) as PrepareTask, viewOf);
    }
    const control = { stop: new Int32Array(1), deadlineMs: nowMs() + 60_000 };
    return reader.read({ ...structuredClone(task), ...control } as ReadTask & typeof control);
  };
  return {
    run(kind, task, settle) {
      const failed = (error: Error) => settle({ kind: "failed", error });
      setImmediate(() => void answerTo(kind, task).then(settle, failed));
      return () => {};
    },
  };
}
