/**
 * A simulated server: the real log, state store, journal, group commit, recovery, mailbox, courier
 * and view, put together as the threads do it, over simulated disks and simulated time.
 */
import { createHash } from "node:crypto";
import { createCursorCodec } from "../../src/access/cursor.ts";
import type { ThreadTools } from "../../src/access/preparation.ts";
import { openRateLimiter } from "../../src/access/rate_limit.ts";
import { createRateLimitMemory } from "../../src/access/rate_window.ts";
import { Calls } from "../../src/calls/calls.ts";
import { preparedBy } from "../../src/calls/prepare.ts";
import type { Caller } from "../../src/contract/declare/caller.ts";
import type { EntitySealing, NewWebhookSecret } from "../../src/contract/declare/preparation.ts";
import type { PlacedProduct } from "../../src/contract/declare/principal.ts";
import type { PrepareTask } from "../../src/contract/declare/reader_task.ts";
import type { ShardRegistry } from "../../src/contract/declare/registry.ts";
import { ShardSignals } from "../../src/contract/messages/envelope.ts";
import type { EventLoop } from "../../src/contract/messages/event_loop.ts";
import { FactCodecs } from "../../src/contract/records/record_codec.ts";
import { refuse } from "../../src/contract/refusals/refusal.ts";
import { decideStep, objectMigrationRun } from "../../src/features/object/object.migration.run.ts";
import {
  OPERATOR_OPERATIONS,
  operations,
  SHARD_REGISTRY,
  type ShardState,
} from "../../src/features/registry.ts";
import { Outbox, type OutboxOptions } from "../../src/outbox/outbox.ts";
import { Courier } from "../../src/placement/courier.ts";
import type { ProviderErrand } from "../../src/relay/provider_shard.ts";
import { ReportRecorder } from "../../src/relay/webhook_reports.ts";
import { GroupCommit } from "../../src/shard/group_commit.ts";
import type { IdempotencyTable } from "../../src/shard/idempotency_table.ts";
import type { Journal } from "../../src/shard/journal.ts";
import { Mailbox } from "../../src/shard/mailbox.ts";
import { recover } from "../../src/shard/recovery.ts";
import { ShardView } from "../../src/views/shard_view.ts";
import type { Database } from "../../wal/database.ts";
import { type Log, type LogTimes, logOver } from "../../wal/log.ts";
import { logReaderOver } from "../../wal/log_reader.ts";
import { stateReaderOver } from "../../wal/state_reader.ts";
import { type StateStore, stateStoreOver } from "../../wal/state_store.ts";
import { carriersOver, memoryEntityKeys } from "../world/entity_keys.ts";
import { journalOver, newIdempotencyTable } from "../world/journal.ts";
import type { Disk } from "./disk.ts";
import { type Outside, type RunningOutbox, startOutbox } from "./outbox.ts";
import type { SimulatedProvider } from "./provider.ts";
import { startProviderSide } from "./provider_side.ts";
import { STEP_OBJECTS } from "./step_size.ts";
import { createChannel } from "./timeline.ts";

/**
 * The parts of a server. A test that switches a guard off passes a part without the guard;
 * production code has no such switch.
 */
export type Parts = {
  registry: ShardRegistry<ShardState>;
  openLog(database: Database, times: LogTimes): Promise<Log>;
  createCommit(...parts: ConstructorParameters<typeof GroupCommit>): GroupCommit;
  createIdempotency(): IdempotencyTable;
  createOutbox(options: OutboxOptions): Outbox;
  /** What the outbox does about an errand at a provider. */
  errandOf(errand: ProviderErrand): ProviderErrand;
};

type Step = { revision: number; step: number };

/** The real operations; a step of a migration takes few objects, so that few objects are several steps. */
function operationsOfSmallSteps(): Parts["registry"]["operations"] {
  const all = new Map(SHARD_REGISTRY.operations);
  const { id } = objectMigrationRun;
  const size = { objects: STEP_OBJECTS, rows: 500, length: 65_536 };
  const operation = all.get(id);
  if (operation === undefined) throw new Error("objects are migrated");
  return all.set(id, {
    ...operation,
    decide: (state, input, context) => decideStep(state, input as Step, context, size),
  });
}

export const REAL_PARTS: Parts = {
  registry: { ...SHARD_REGISTRY, operations: operationsOfSmallSteps() },
  openLog: logOver,
  createCommit: (...parts) => new GroupCommit(...parts),
  createIdempotency: newIdempotencyTable,
  createOutbox: (options) => new Outbox(options),
  errandOf: (errand) => errand,
};

export const CODECS = new FactCodecs(SHARD_REGISTRY.codecs);
const SALT_SECRET = Buffer.alloc(32, 9);
const CURSORS = createCursorCodec(Buffer.alloc(32, 7));
/** One for all seeds: nothing is limited, and making it takes time. */
const RATE_LIMITS = createRateLimitMemory();
const NO_LIMITS = {
  credentialLimit: 0,
  ipLimit: 0,
  discoveryLimit: 0,
  identityIpLimit: 0,
};

export type ShardDisks = { log: Disk; state: Disk };

export type RunningShard = {
  shard: number;
  journal: Journal<ShardState>;
  commit: GroupCommit;
  mailbox: Mailbox<ShardState>;
  signals: ShardSignals;
  reporter: ReportRecorder<ShardState>;
  log: Log;
  store: StateStore;
};

/** The operations, of which some have a preparation. */
const OPERATIONS = new Map(
  [...operations, ...OPERATOR_OPERATIONS].map((operation) => [operation.id, operation]),
);
const CARRIERS = carriersOver(memoryEntityKeys());
/** Nothing is sealed: the same text has the same digest. */
const SEALING = {
  sealed: (name: string, text: string) => `sealed ${name} ${text.length}`,
  digest: (text: string) => createHash("sha256").update(text).digest("hex"),
} as EntitySealing;
/** The tools of the preparations of webhooks and beneficiaries, the only ones that the simulation asks for. */
const TOOLS: Partial<ThreadTools> = {
  shards: 1,
  allowsLoopback: false,
  entitySealing: async () => SEALING,
};

/** An edge without its sockets, its callers by credential, and the Products of members by id. */
export type EdgeSide = {
  calls: Calls;
  callers: Map<string, Caller>;
  products: Map<string, PlacedProduct>;
};

export type Server = { shards: RunningShard[]; edges: EdgeSide[]; outbox: RunningOutbox };

export type ServerParts = {
  parts: Parts;
  disks: readonly ShardDisks[];
  edges: number;
  loop: EventLoop;
  nowMs: () => number;
  newSecret: () => NewWebhookSecret;
  channelDelayMs: () => number;
  /** How much too late a timer of a shard fires, because its thread has other work. */
  timerDelayMs: () => number;
  /** How long a shard's turn of its event loop takes. */
  turnMs: () => number;
  /** Due steps in one turn of a shard. */
  dueSlice: number;
  /** Blocks of balances in the next slice of a shard's drain. */
  drainSlice: () => number;
  /** Records between two writes of the state while the log is replayed. */
  checkpointBytes: number;
  /** The time between two looks of the outbox at the views, milliseconds. */
  lookMs: () => number;
  outside: Outside;
  /** The provider of live. */
  provider: SimulatedProvider;
  /** The platform itself asks a shard for something: the id of the request. */
  ofPlatform(input: Record<string, unknown>): string;
  /** A shard has stopped acknowledging. */
  onFailure(shard: number, error: Error): void;
  onBug(what: string, cause: unknown): void;
};

/** Opens and replays every shard, then serves. Throws `LogDamaged` or `StateUnusable`. */
export async function startServer(options: ServerParts): Promise<Server> {
  const shards: RunningShard[] = [];
  for (let shard = 0; shard < options.disks.length; shard++) {
    shards.push(await startShard(options, shard));
  }
  const edges = Array.from({ length: options.edges }, () => openEdge(options, shards));
  for (const { mailbox, reporter } of shards) {
    mailbox.start();
    await reporter.runOwed();
  }
  const openView = (shard: RunningShard) => openViewOf(options, shard);
  const outbox = startOutbox({ ...options, shards, openView });
  startProviderSide({ ...options, shards, openView });
  return { shards, edges, outbox };
}

async function startShard(options: ServerParts, shard: number): Promise<RunningShard> {
  let mailbox: Mailbox<ShardState> | undefined;
  const { parts, loop, nowMs, onBug, checkpointBytes } = options;
  const { dueSlice, drainSlice } = options;
  const disks = options.disks[shard] as ShardDisks;
  const log = await parts.openLog(disks.log.open(), { after: loop.after });
  const store = stateStoreOver(disks.state.open());
  const opened = {
    log,
    store,
    ...journalOver<ShardState>({
      shard,
      log,
      registry: parts.registry,
      nowMs,
      onBug,
      idempotency: parts.createIdempotency(),
      createCommit: parts.createCommit,
      onFailure: (error) => mailbox?.fail(error),
    }),
  };
  const recovered = await recover(opened.journal, opened, () => {}, { checkpointBytes });
  const signals = new ShardSignals(ShardSignals.allocate());
  signals.acknowledged = opened.log.head.sequence;
  signals.viewed = recovered.stored;
  mailbox = new Mailbox<ShardState>({
    ...opened,
    registry: parts.registry,
    signals,
    nowMs,
    dueSlice,
    drainSlice,
    loop: {
      ...loop,
      soon: (run) => void loop.after(options.turnMs(), run),
      after: (ms, run) => loop.after(ms + options.timerDelayMs(), run),
    },
    onFailure: (error) => options.onFailure(shard, error),
    carriers: CARRIERS,
  });
  const box = mailbox;
  const reporter = new ReportRecorder<ShardState>({
    box: {
      openRealms: (realms) => box.openRealms(realms),
      run: (command) => box.run({ ...command, requestId: options.ofPlatform(command.input) }),
    },
    journal: opened.journal,
    registry: parts.registry,
    nowMs,
    logger: {
      error: (what: object) => onBug("a step of the platform", new Error(JSON.stringify(what))),
    },
  });
  return { ...opened, shard, mailbox, signals, reporter };
}

function openViewOf(options: ServerParts, { shard, signals }: RunningShard): ShardView {
  const disks = options.disks[shard] as ShardDisks;
  const log = logReaderOver(disks.log.open());
  const state = stateReaderOver(disks.state.open());
  return new ShardView({
    shard,
    log,
    state,
    signals,
    codecs: CODECS,
    saltSecrets: { value: [{ secret: SALT_SECRET }] },
  });
}

function openEdge(options: ServerParts, shards: readonly RunningShard[]): EdgeSide {
  const couriers = new Map<number, Courier>();
  const views = new Map<number, ShardView>();
  for (const running of shards) {
    const { shard, mailbox, signals } = running;
    const [edgeEnd, shardEnd] = createChannel(options.loop, options.channelDelayMs);
    mailbox.attach(shardEnd);
    couriers.set(shard, new Courier(edgeEnd, signals, { loop: options.loop }));
    views.set(shard, openViewOf(options, running));
  }
  const callers = new Map<string, Caller>();
  const products = new Map<string, PlacedProduct>();
  const calls = new Calls({
    credentials: {
      hasTenant: () => false,
      productOf: (productId) => products.get(productId),
      productOfKey: () => undefined,
      authenticate: ({ authorization: id = "" }) =>
        callers.get(id) ?? refuse("invalid_credentials", "the simulation has no such credential"),
    },
    limiter: openRateLimiter(RATE_LIMITS, NO_LIMITS),
    cursors: CURSORS,
    shards: { couriers, views },
    readers: {
      run(kind, task, settle) {
        if (kind !== "prepare") return undefined;
        const tools = { ...TOOLS, newWebhookSecret: options.newSecret } as ThreadTools;
        const prepared = preparedBy(
          OPERATIONS,
          () => tools,
          task as PrepareTask,
          (reads) => {
            const view = views.get(reads.shard) as ShardView;
            return { snapshot: view.refreshed(), realm: view.realmNumberOf(reads.realmKey) };
          },
        );
        prepared.then(settle, (error: Error) => settle({ kind: "failed", error }));
        return () => {};
      },
    },
    recorder: undefined,
    requestLog: undefined,
    prove: () => Promise.reject(new Error("the simulation has no prover")),
    log: { fault: (message, error) => options.onBug(message, error) },
    nowMs: options.nowMs,
  });
  return { calls, callers, products };
}
