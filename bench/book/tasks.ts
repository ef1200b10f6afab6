/**
 * The tasks that a separate process does with a book: fill it, replay it, measure its memory. The
 * process is forked with a task, answers with figures, and ends. It is built before it runs, as the
 * server is: a loader of TypeScript would slow it down.
 */
import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { recover } from "../../src/shard/recovery.ts";
import { customersFor, fundAccounts, makeAccounts, makeCustomers, makeTransfers } from "./fill.ts";
import { type Make, OUTSIDE_KINDS, type OutsideKind, outsideOf } from "./outside.ts";
import { fillPeople, type PeopleCounts } from "./people.ts";
import { newJournal, openFiles, openShard } from "./shard.ts";

export type Fill = {
  task: "fill";
  dataDir: string;
  productId: string;
  accounts: number;
  transfers: number;
  /** The file that the task writes the ids of the accounts to, one a line. */
  accountsPath: string;
};
/** Customers, each with an entity, into the shard of the Product. */
export type Customers = { task: "customers"; dataDir: string; productId: string; count: number };
/** Companies, people and their credentials, into the platform shard. */
export type People = PeopleCounts & { task: "people"; dataDir: string };
/** `stateDir`: an empty folder for the state. `writesState` false: only memory is rebuilt. */
export type Replay = { task: "replay"; dataDir: string; stateDir: string; writesState: boolean };
export type Weigh = {
  task: "weigh";
  dataDir: string;
  productId: string;
  few: number;
  many: number;
};
/**
 * Objects of one kind with the same fields, in the shard of the Product: their ids, one a line, into a file;
 * weighed between `few` and `many`.
 */
export type Objects = {
  task: "objects";
  dataDir: string;
  productId: string;
  kind: string;
  fields: Readonly<Record<string, unknown>>;
  few: number;
  many: number;
  idsPath: string;
};
/** What joins accounts to the outside, of each kind weighed between a tenth of so many and all. */
export type Outside = {
  task: "outside";
  dataDir: string;
  productId: string;
  counts: Partial<Record<OutsideKind, number>>;
};
export type Task = Fill | Customers | People | Replay | Weigh | Objects | Outside;

export type FillFigures = { seconds: number };
export type ReplayFigures = { records: number; wallMs: number; cpuMs: number };
/**
 * Bytes for each account, from the difference between few and many: heap and outside; the process.
 */
export type WeighFigures = { memoryBytes: number; rssBytes: number };

/** By kind: bytes for each thing. */
export type OutsideFigures = Partial<Record<OutsideKind, WeighFigures>>;

/** Records between two drains of a replay without writes, which bound its memory too. */
const DRAIN_RECORDS = 100_000;

process.once("message", (task: Task) => {
  run(task).then(
    (figures) => process.send?.({ figures }, () => process.exit(0)),
    (cause: Error) => process.send?.({ failed: cause.stack }, () => process.exit(1)),
  );
});
process.once("disconnect", () => process.exit(1));

function run(task: Task): Promise<FillFigures | ReplayFigures | WeighFigures | OutsideFigures> {
  switch (task.task) {
    case "fill":
      return fill(task);
    case "customers":
      return fillCustomers(task);
    case "people":
      return fillPeople(task.dataDir, task);
    case "replay":
      return replay(task);
    case "weigh":
      return weigh(task);
    case "objects":
      return makeObjects(task);
    case "outside":
      return makeOutside(task);
  }
}

async function fill(task: Fill): Promise<FillFigures> {
  const { dataDir, productId, accounts, transfers, accountsPath } = task;
  const startedMs = performance.now();
  const shard = await openShard(dataDir, productId);
  const customerIds = await makeCustomers(shard, customersFor(accounts));
  const accountIds = await makeAccounts(shard, customerIds, accounts);
  await fundAccounts(shard, customerIds[0] as string, accountIds);
  await makeTransfers(shard, accountIds, transfers);
  await shard.settle();
  await shard.close();
  writeFileSync(accountsPath, accountIds.join("\n"));
  return { seconds: (performance.now() - startedMs) / 1_000 };
}

async function fillCustomers({ dataDir, productId, count }: Customers): Promise<FillFigures> {
  const startedMs = performance.now();
  const shard = await openShard(dataDir, productId);
  await makeCustomers(shard, count);
  await shard.settle();
  await shard.close();
  return { seconds: (performance.now() - startedMs) / 1_000 };
}

async function replay({ dataDir, stateDir, writesState }: Replay): Promise<ReplayFigures> {
  const { log, store } = await openFiles(dataDir, { stateDir });
  const { journal } = newJournal(log);
  const before = process.cpuUsage();
  const startedMs = performance.now();
  let records = 0;
  if (writesState) {
    ({ records } = await recover(journal, { log, store }, () => undefined));
  } else {
    let undrained = 0;
    for (const step of journal.replay(0)) {
      records += step.records;
      undrained += step.records;
      if (undrained < DRAIN_RECORDS) continue;
      undrained = 0;
      journal.drain(step.sequence);
    }
  }
  const wallMs = performance.now() - startedMs;
  const { user, system } = process.cpuUsage(before);
  await store.close();
  await log.close();
  return { records, wallMs, cpuMs: (user + system) / 1_000 };
}

async function weigh({ dataDir, productId, few, many }: Weigh): Promise<WeighFigures> {
  const shard = await openShard(dataDir, productId);
  const customerIds = await makeCustomers(shard, customersFor(many));
  const make = async (count: number) => void (await makeAccounts(shard, customerIds, count));
  const figures = await weighed(make, { few, many }, shard.settle);
  await shard.close();
  return figures;
}

async function makeObjects(task: Objects): Promise<WeighFigures> {
  const { dataDir, productId, kind, fields, few, many, idsPath } = task;
  const shard = await openShard(dataDir, productId);
  const ids = openSync(idsPath, "w");
  let made = 0;
  const make = async (count: number) => {
    for (const until = made + count; made < until; made++) {
      const reply = shard.run("object.create", { productId, kind, fields });
      const { objectId } = JSON.parse(reply) as { objectId: string };
      writeSync(ids, made === 0 ? objectId : `\n${objectId}`);
      await shard.writeIfDue();
    }
  };
  const figures = await weighed(make, { few, many }, shard.settle);
  await shard.close();
  closeSync(ids);
  return figures;
}

async function makeOutside({ dataDir, productId, counts }: Outside): Promise<OutsideFigures> {
  const shard = await openShard(dataDir, productId);
  const makers = await outsideOf(shard, Math.max(...Object.values(counts)));
  const figures: OutsideFigures = {};
  for (const kind of OUTSIDE_KINDS) {
    const many = counts[kind];
    if (many === undefined) continue;
    const bounds = { few: Math.ceil(many / 10), many };
    figures[kind] = await weighed(makers[kind], bounds, shard.settle);
  }
  await shard.close();
  return figures;
}

/** Makes `many` things; what each takes beyond the first `few`, while nothing uses them. */
async function weighed(
  make: Make,
  { few, many }: { few: number; many: number },
  settle: () => Promise<void>,
): Promise<WeighFigures> {
  await make(few);
  const before = await weightAtRest(settle);
  await make(many - few);
  const after = await weightAtRest(settle);
  const added = many - few;
  return {
    memoryBytes: (after.memory - before.memory) / added,
    rssBytes: (after.rss - before.rss) / added,
  };
}

/** The memory after everything is written and all garbage is collected. */
async function weightAtRest(settle: () => Promise<void>): Promise<{ memory: number; rss: number }> {
  await settle();
  const { gc } = globalThis;
  if (gc === undefined) throw new Error("weighing needs --expose-gc");
  for (let round = 0; round < 3; round++) {
    gc();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { memory: heapUsed + external, rss };
}
