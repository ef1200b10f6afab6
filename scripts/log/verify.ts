/**
 * Reads one shard's whole log and checks it: frames and their chain (by several threads), records
 * and their chain, times, keys, the balances in the rows of transfers, the zero sum of all money,
 * the stored state and proof tree, and the files beside the log. Changes nothing: the rebuilt state is in a scratch directory.
 */
import { constants, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { invariant } from "../../src/base/invariant.ts";
import type { StoredRecord } from "../../src/contract/records/record.ts";
import type { Table } from "../../src/contract/tables/table.ts";
import type { ShardState } from "../../src/features/registry.ts";
import { isOutdated } from "../../src/shard/checkpoint.ts";
import type { Journal } from "../../src/shard/journal.ts";
import { stateTables } from "../../src/shard/state_tables.ts";
import type { Log } from "../../wal/log.ts";
import { openStateStore, type StateStore } from "../../wal/state_store.ts";
import { type Comparison, compare, digestOf, sequenceOf } from "./compare.ts";
import { FrameCheck } from "./frame_check.ts";
import { type Money, moneyFaults, moneyOf, type Totals } from "./money.ts";
import { openFixedLog } from "./reading.ts";
import { replayInto } from "./rebuild.ts";
import type { Shard } from "./shards.ts";
import { checkFilesOf, type FileCheck, faultsLeft } from "./verify_files.ts";
import { treeFaults } from "./verify_tree.ts";

type Options = {
  /** True when no server runs, so that the stored state does not change meanwhile. */
  isAtRest: boolean;
  scratchDir: string | undefined;
};
type Sum = { frames: number; bytes: number; keys: number; money: Money };
type Stored = { store: StateStore; sequence: number; comparison?: Comparison };

/** The money of one shard, and whether its files have no fault. */
export type Verified = { isSound: boolean; money: Money };

/** Verifies one shard and prints the findings. Throws `LogDamaged`. */
export async function verify(shard: Shard, { isAtRest, scratchDir }: Options): Promise<Verified> {
  const log = openFixedLog(shard.logPath);
  const scratch = mkdtempSync(join(scratchDir ?? tmpdir(), "log-verify-"));
  const rebuilt = openStateStore(join(scratch, "rebuilt"));
  const sum: Sum = { frames: log.head.sequence, bytes: 0, keys: 0, money: new Map() };
  let files: FileCheck = { checked: 0, faults: [] };
  const check = new FrameCheck(shard.logPath, { headSequence: sum.frames });
  try {
    const stored = isAtRest ? await openCopy(shard, join(scratch, "stored")) : undefined;
    const counted = checkedBy(check, log, sum);
    const records =
      shard.kind === "ledger"
        ? await replayInto(rebuilt, counted, {
            ...checks<ShardState>(rebuilt, stored, sum),
            shard,
            onEnd: (journal) => {
              checkKeys(journal.keyCount, sum);
              sum.money = moneyOf(journal.state.accounts);
              files = checkFilesOf(shard, journal);
            },
          })
        : await replayInto(rebuilt, counted, {
            ...checks<unknown>(rebuilt, stored, sum),
            shard,
            onEnd: (journal) => checkKeys(journal.keyCount, sum),
          });
    print(shard, log, { ...sum, records, digest: digestOf(rebuilt) });
    const faults = [
      ...moneyFaults(sum.money),
      ...stateFaults(shard, log, stored, isAtRest),
      ...(await treeFaults(shard, { isAtRest, scratch })),
      ...(await faultsLeft(shard, files, sum.frames)),
    ];
    if (files.checked > 0) process.stdout.write(`${shard.name}: ${files.checked} documents\n`);
    for (const fault of faults) process.stdout.write(`${shard.name}: DIFFERENCE: ${fault}\n`);
    await stored?.store.close();
    return { isSound: faults.length === 0, money: sum.money };
  } finally {
    await check.close();
    await rebuilt.close();
    await log.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Prints the money of all shards together. */
export function printTotals(reports: readonly Verified[]): void {
  const totals = [...totalsOf(reports.flatMap(({ money }) => [...money]))].sort();
  for (const [currency, text] of totals) process.stdout.write(`all shards: ${currency} ${text}\n`);
}

/** The checks of each record before it is applied, and the comparison with the stored state. */
function checks<S>(rebuilt: StateStore, stored: Stored | undefined, sum: Sum) {
  let timeMs = 0;
  return {
    ...(stored === undefined ? {} : { stopAt: stored.sequence }),
    onStop() {
      if (stored !== undefined) stored.comparison = compare(rebuilt, stored.store);
    },
    inspect(record: StoredRecord, journal: Journal<S>) {
      invariant(record.timeMs >= timeMs, "a record is not older than the one before it");
      timeMs = record.timeMs;
      // A record that opens the realm it stands in, as a reset of a sandbox does, follows nothing there.
      const isFirst = !journal.realms.has(record.realm);
      const previous = isFirst ? 0 : journal.realms.headPlace(record.realm);
      invariant(record.previousPlace === previous, "a record follows the newest of its realm");
      const { idempotencyKey } = record;
      if (idempotencyKey === undefined) return;
      const earlier = journal.keys.get(record, idempotencyKey);
      invariant(earlier === undefined, "an idempotency key has one record in its key space");
      sum.keys++;
    },
  };
}

function checkKeys(inTable: number, { keys }: Sum): void {
  invariant(inTable === keys, "the table has every idempotency key of the log, once");
}

function tablesOf(shard: Shard): readonly Table[] {
  return shard.kind === "ledger" ? stateTables(shard.registry) : stateTables(shard.registry);
}

/** Opens a copy of the state, so that the check does not change or open the server's own file. */
async function openCopy(shard: Shard, path: string): Promise<Stored | undefined> {
  const file = join(shard.statePath, "data.mdb");
  if (!existsSync(file)) return undefined;
  mkdirSync(path);
  copyFileSync(file, join(path, "data.mdb"), constants.COPYFILE_FICLONE);
  const store = openStateStore(path);
  if (isOutdated(store, tablesOf(shard), Number.POSITIVE_INFINITY)) {
    await store.close();
    return undefined;
  }
  return { store, sequence: sequenceOf(store) };
}

function stateFaults(
  shard: Shard,
  log: Log,
  stored: Stored | undefined,
  isAtRest: boolean,
): string[] {
  const say = (text: string) => process.stdout.write(`${shard.name}: state ${text}\n`);
  if (stored === undefined || stored.sequence === 0) {
    say(isAtRest ? "not stored yet, or by an earlier version" : "not compared: a server runs");
    return [];
  }
  const { sequence, comparison } = stored;
  if (sequence > log.head.sequence) {
    return [`the state stands at frame ${sequence}, the log ends at ${log.head.sequence}`];
  }
  invariant(comparison !== undefined, "a state within the log was compared");
  const { count, differences } = comparison;
  if (count === 0) {
    say(`at frame ${sequence} equals the log, digest ${comparison.stored}`);
    return [];
  }
  const more = count > differences.length ? [`and ${count - differences.length} more`] : [];
  return [
    `the state at frame ${sequence} has digest ${comparison.stored}, the log makes ` +
      `${comparison.rebuilt}; \`rebuild\` makes it again`,
    ...differences,
    ...more,
  ];
}

/** The log, whose frames and links are checked by `check` instead of while they are read. */
function checkedBy(check: FrameCheck, log: Log, sum: Sum): Log {
  return {
    ...log,
    head: log.head,
    *frames(from) {
      for (let sequence = from; sequence <= log.head.sequence; sequence++) {
        check.confirm(sequence);
        const bytes = log.read(sequence);
        invariant(bytes !== undefined, "a frame that was checked is there");
        sum.bytes += bytes.length;
        yield { sequence, bytes };
      }
    },
  };
}

function print(
  { name }: Shard,
  log: Log,
  { frames, records, bytes, keys, money, digest }: Sum & { records: number; digest: string },
): void {
  const say = (text: string) => process.stdout.write(`${name}: ${text}\n`);
  say(`${frames} frames, ${records} records, ${bytes} bytes, ${keys} idempotency keys`);
  say(`head ${log.head.sequence} ${Buffer.from(log.head.hash).toString("hex")}`);
  say(`digest ${digest}`);
  for (const [currency, realms] of [...totalsOf(money)].sort()) say(`${currency} ${realms}`);
}

/** Totals of each currency over all realms: accounts, money moved, money reserved. */
function totalsOf(money: Iterable<[string, Totals]>): Map<string, string> {
  const sums = new Map<string, { accounts: number; posted: bigint; pending: bigint }>();
  for (const [key, { accounts, debitsPosted, debitsPending }] of money) {
    const currency = key.slice(key.indexOf(" ") + 1);
    const sum = sums.get(currency) ?? { accounts: 0, posted: 0n, pending: 0n };
    sum.accounts += accounts;
    sum.posted += debitsPosted;
    sum.pending += debitsPending;
    sums.set(currency, sum);
  }
  return new Map(
    [...sums].map(([currency, { accounts, posted, pending }]) => [
      currency,
      `${accounts} accounts, posted ${posted}, reserved ${pending} (minor units; debits = credits)`,
    ]),
  );
}
