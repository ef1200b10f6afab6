/**
 * The first shard of a data directory at rest, opened in this process by the real parts of an
 * shard: its log, state, group commit and journal, recovered as by a start. An operation that runs
 * here is in the log as if it had come over HTTP, and a server that starts on the directory serves
 * its results.
 */
import { join } from "node:path";
import type { DueStep } from "../../src/contract/declare/due_source.ts";
import type { ShardRegistry } from "../../src/contract/declare/registry.ts";
import type { RealmDocument } from "../../src/contract/records/realm_document.ts";
import { lockDataDirectory } from "../../src/data_directory.ts";
import { SHARD_REGISTRY, type ShardState } from "../../src/features/registry.ts";
import { useIdKeyOf } from "../../src/keys/id_key_file.ts";
import { tellWritten } from "../../src/shard/checkpoint.ts";
import type { Command } from "../../src/shard/command.ts";
import { GroupCommit } from "../../src/shard/group_commit.ts";
import { IdempotencyTable } from "../../src/shard/idempotency_table.ts";
import { Journal } from "../../src/shard/journal.ts";
import { recover } from "../../src/shard/recovery.ts";
import { systemCommand } from "../../src/shard/system_command.ts";
import { type Log, openLog } from "../../wal/log.ts";
import { openStateStore, type StateStore } from "../../wal/state_store.ts";

/** Records of one append: a little more than a group of the mailbox at full load. */
const RECORDS_PER_APPEND = 1_000;
const RECORDS_PER_WRITE = 100_000;

/** What a request has beside its input: its key, and what its preparation has made. */
type Given = { idempotencyKey?: string; prepared?: unknown };

export type Shard = {
  journal: Journal<ShardState>;
  productId: string;
  /** Runs an operation with valid input and returns the text of its reply, "" while that is not known. Throws at a refusal. */
  run(operation: string, input: Record<string, unknown>, given?: Given): string;
  /** The id, with this prefix, of what the last operation has made. */
  lastId(prefix: string): string;
  /** Runs what time asks for in the realm, until nothing is due; the simulator answers so. */
  runDue(): void;
  /**
   * Called between runs: appends when enough records wait, and writes the state when enough records
   * were run since the last write.
   */
  writeIfDue(): Promise<void>;
  /** Writes all records to the log, and the state. */
  settle(): Promise<void>;
  close(): Promise<void>;
};

/** Opens the sandbox realm of the directory's demo Product. */
export async function openShard(dataDir: string, productId: string): Promise<Shard> {
  const lock = await lockDataDirectory(dataDir);
  const { log, store } = await openFiles(dataDir);
  const { journal, commit } = newJournal(log);
  await recover(journal, { log, store }, () => undefined);
  const realm = journal.realms.get(`sandbox:${productId}`);
  if (realm === undefined) throw new Error(`${productId} has no realm on the first shard`);
  const saving = savingOf(journal, commit, store);
  let lastSuffix = "";
  const execute = (command: Command) => {
    const { status, body, suffix = "" } = journal.execute(command);
    if (status >= 300) throw new Error(`${command.operation} answered ${status}: ${body}`);
    lastSuffix = suffix;
    saving.count(1);
    return body ?? "";
  };
  return {
    journal,
    productId,
    run: (operation, input, { idempotencyKey, prepared } = {}) =>
      execute({
        ...{ operation, requestId: "bench", realm, principalId: "key_bench", cause: "api" },
        ...{ actorType: "product_key", actorId: "key_bench" },
        ...{ idempotencyKey, input, prepared, parentPlace: 0 },
      }),
    lastId: (prefix) => `${prefix}_${lastSuffix}`,
    runDue() {
      for (let step = earliestDue(journal, realm); step; step = earliestDue(journal, realm)) {
        const { atMs, operation, input, cause = "clock" } = step;
        const command = systemCommand(operation, input, realm, cause, 0);
        execute({ ...command, due: { atMs, facts: [] } });
      }
    },
    writeIfDue: saving.writeIfDue,
    settle: saving.settle,
    async close() {
      await store.close();
      await log.close();
      lock.close();
    },
  };
}

/** The earliest step that is due now in a realm whose clock is the wall clock. */
function earliestDue({ state }: Journal<ShardState>, { number }: RealmDocument) {
  let earliest: DueStep | undefined;
  for (const source of SHARD_REGISTRY.due) {
    const step = source.earliest(state, number);
    if (step !== undefined && step.atMs < (earliest?.atMs ?? Date.now() + 1)) earliest = step;
  }
  return earliest;
}

/**
 * Writes what a journal has decided, as `writeIfDue` and `settle` of a `Shard`. `count` says how many
 * records a step was, or as how many small ones it counts.
 */
export function savingOf(
  journal: Pick<Journal<unknown>, "drain" | "stored">,
  commit: GroupCommit,
  store: StateStore,
) {
  let unappended = 0;
  let unsaved = 0;
  const append = () =>
    new Promise<void>((resolve) => {
      unappended = 0;
      if (!commit.commit(() => resolve())) resolve();
    });
  const settle = async () => {
    await append();
    unsaved = 0;
    const batch = journal.drain(commit.durable);
    await store.write(batch);
    tellWritten(journal.stored, batch);
  };
  return {
    settle,
    count(records: number) {
      unappended += records;
      unsaved += records;
    },
    async writeIfDue() {
      if (unsaved >= RECORDS_PER_WRITE) await settle();
      else if (unappended >= RECORDS_PER_APPEND) await append();
    },
  };
}

/** The log of a shard, the first one when none is named, and its state or the state in `stateDir`; names the key of ids. */
export async function openFiles(
  dataDir: string,
  { shard = "shard-0", stateDir = join(dataDir, shard, "state") } = {},
) {
  useIdKeyOf(dataDir);
  const log = await openLog({ path: join(dataDir, shard, "log") });
  return { log, store: openStateStore(stateDir) };
}

/** An empty journal of the first shard, which appends to the log. */
export function newJournal(log: Log) {
  return journalOf(log, { shard: 0, registry: SHARD_REGISTRY });
}

/** An empty journal that appends to the log of a shard. */
export function journalOf<S>(log: Log, own: { shard: number; registry: ShardRegistry<S> }) {
  const commit = new GroupCommit(log, {
    failure: (error) => {
      throw error;
    },
    committed: () => undefined,
  });
  const journal = new Journal<S>({
    ...own,
    log,
    commit,
    nowMs: Date.now,
    idempotency: new IdempotencyTable(1),
    docsUrl: "http://127.0.0.1/docs/errors/",
    onBug: (what, cause) => {
      throw new Error(`${what}: ${String(cause)}`, { cause });
    },
  });
  return { journal, commit };
}
