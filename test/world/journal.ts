/**
 * For tests: a journal as the thread of a shard puts it together, over any log and state; and a check
 * that a replay of the log alone gives the state.
 */
import type { ShardRegistry } from "../../src/contract/declare/registry.ts";
import { type EventLoop, THREAD_EVENT_LOOP } from "../../src/contract/messages/event_loop.ts";
import { DueLoop, type DueLoopParts } from "../../src/shard/due_loop.ts";
import { GroupCommit } from "../../src/shard/group_commit.ts";
import { IdempotencyTable } from "../../src/shard/idempotency_table.ts";
import { Journal, type JournalParts } from "../../src/shard/journal.ts";
import { KeySlots } from "../../src/shard/key_slots.ts";
import type { Database } from "../../wal/database.ts";
import { logOver } from "../../wal/log.ts";
import { stateStoreOver } from "../../wal/state_store.ts";
import { createFaultlessDisk } from "./memory_database.ts";

/** The base URL of the error pages, for the journals of tests. */
export const DOCS_URL = "http://docs";
/** Parts of the table of keys: few, so that they grow and a journal is cheap. */
const KEY_PARTS = 8;

export type JournalOverParts<S> = Pick<JournalParts<S>, "log" | "registry" | "nowMs"> &
  Partial<Pick<JournalParts<S>, "shard" | "idempotency" | "onBug">> & {
    onFailure?: (error: Error) => void;
    createCommit?: (...parts: ConstructorParameters<typeof GroupCommit>) => GroupCommit;
  };

/** The group commit of a log, and a journal that is not loaded yet. */
export function journalOver<S>({
  shard = 0,
  log,
  registry,
  nowMs,
  idempotency = newIdempotencyTable(),
  onBug = throwBug,
  onFailure = () => {},
  createCommit = (...parts) => new GroupCommit(...parts),
}: JournalOverParts<S>): { commit: GroupCommit; journal: Journal<S> } {
  const commit = createCommit(log, { failure: onFailure, committed() {} });
  const parts = { shard, log, commit, registry, nowMs, idempotency, docsUrl: DOCS_URL, onBug };
  return { commit, journal: new Journal<S>(parts) };
}

/**
 * The due loop over a journal without a mailbox: due steps run when the test calls `runSlice`,
 * `dueSlice` steps at once, however much waits for the disk. A step runs by `run`, or else by the journal itself.
 */
export function dueLoopOver<S>({
  journal,
  run = (command) => journal.execute(command),
  ...parts
}: DueLoopOverParts<S>): DueLoop<S> {
  const idle = { wake() {}, arrived() {}, halted() {} };
  return new DueLoop({ journal, run, loop: NO_TIMERS, ...idle, ...parts, commit: NO_COMMIT });
}

type DueLoopOverParts<S> = Pick<DueLoopParts<S>, "journal" | "registry" | "nowMs" | "dueSlice"> &
  Partial<Pick<DueLoopParts<S>, "run">>;

const NO_COMMIT = { newest: 0, durable: 0 };
const NO_TIMERS: EventLoop = { ...THREAD_EVENT_LOOP, after: () => () => {} };

export function newIdempotencyTable(): IdempotencyTable {
  return new IdempotencyTable(7, new KeySlots({ parts: KEY_PARTS }));
}

function throwBug(what: string, cause: unknown): never {
  throw new Error(what, { cause });
}

export type StoredShard<S> = {
  registry: ShardRegistry<S>;
  shard?: number;
  log: Database;
  /** All stored entries of the state. */
  state: ReadonlyMap<string, Buffer>;
};

/** Describes the first entry of a state that differs in a replay of the log alone. */
export async function differenceOfReplay<S>({
  registry,
  shard = 0,
  log: database,
  state,
}: StoredShard<S>): Promise<string | undefined> {
  const log = await logOver(database);
  if (log.head.sequence === 0) return undefined;
  const { journal } = journalOver({ shard, log, registry, nowMs: () => 0 });
  const empty = stateStoreOver(createFaultlessDisk().open());
  for (const _ of journal.replay(journal.load(empty)));
  const { puts } = journal.drain(log.head.sequence);
  const replayed = new Map(
    puts.map(([key, stored]) => [Buffer.from(key).toString("latin1"), stored]),
  );
  for (const [key, value] of state) {
    const other = replayed.get(key);
    if (other !== undefined && Buffer.compare(value, other) === 0) continue;
    const told = other === undefined ? "nothing" : Buffer.from(other).toString();
    return `${JSON.stringify(key)} is ${value.toString()}, and a replay gives ${told}`;
  }
  if (replayed.size === state.size) return undefined;
  return `a replay gives ${replayed.size} entries, the state has ${state.size}`;
}
