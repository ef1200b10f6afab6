/**
 * The events of one customer: of the customer and what is the customer's, which the index by customer has, of the
 * customer's accounts, which the index by resource has, and of the money of these accounts, which the chains of their rows
 * lead to. All are seeks. A customer with more accounts than a merge takes is found by a walk over all events instead.
 */
import {
  decodeIdSuffix,
  encodeIdSuffix,
  type Place,
  SUBS_PER_RECORD,
  suffixOf,
} from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import { resourceTypeOf } from "../../contract/declare/event.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import type { EventSpot } from "../../contract/tables/event_index.ts";
import { accountsOfCustomer } from "../account/customer_accounts.ts";
import {
  type AccountRow,
  accountRows,
  accountRowsAbove,
  accountRowsBelow,
  rowsBySub,
  type SeenAccount,
} from "../ledger/account_rows.ts";
import { MERGED_ACCOUNTS_MAX } from "../ledger/merged_rows.ts";
import type { TransferRow } from "../ledger/transfer_row.ts";
import type { EventLog } from "./event_log.ts";
import type { LoggedEvent } from "./logged_event.ts";

export type Direction = "back" | "forward";

/** Which of the things of events move the money of accounts. */
const MONEY: readonly string[] = ["transfer", "transfer_hold"];
const ALWAYS = { fromMs: 0, belowMs: Number.POSITIVE_INFINITY };

/** A customer as its events are found. */
export type CustomerOfEvents = { customerId: string; accounts: readonly SeenAccount[] };

/** The customer with this id; undefined where no realm of these names has it. */
export function customerOfEvents(log: EventLog, customerId: string): CustomerOfEvents | undefined {
  const realm = log.madeBy(customerId, "cust")?.realm;
  const suffix = suffixOf("cust", customerId);
  if (realm === undefined || suffix === undefined) return undefined;
  return { customerId, accounts: [...accountsOfCustomer(log.snapshot, realm, suffix)] };
}

export function canMerge({ accounts }: CustomerOfEvents): boolean {
  return accounts.length <= MERGED_ACCOUNTS_MAX;
}

/** Walks that together have every event of the customer beyond the number, some of them in two of the walks. */
export function customerSpots(
  log: EventLog,
  { customerId, accounts }: CustomerOfEvents,
  direction: Direction,
  from: number,
): Iterator<EventSpot>[] {
  const spots = (by: "customer" | "resource", id: string) =>
    direction === "back" ? log.spotsBack(by, id, from) : log.spotsForward(by, id, from);
  return [
    spots("customer", customerId),
    ...accounts.flatMap((account) => [
      spots("resource", `acct_${account.suffix}`),
      moneySpots(log, account, direction, from),
    ]),
  ];
}

/** The events of the money of an account beyond a number, in the direction. */
function* moneySpots(
  log: EventLog,
  account: SeenAccount,
  direction: Direction,
  from: number,
): Generator<EventSpot> {
  let record: AccountRow[] = [];
  for (const row of rowsBeyond(log, account, direction, from)) {
    const [first] = record;
    if (first !== undefined && first.record.place !== row.record.place) {
      yield* spotsOf(log, record, direction, from);
      record = [];
    }
    record.push(row);
  }
  yield* spotsOf(log, record, direction, from);
}

/** Rows from the record with the event of the number on, in the direction. */
function rowsBeyond(
  log: EventLog,
  account: SeenAccount,
  direction: Direction,
  from: number,
): Iterable<AccountRow> {
  const { snapshot } = log;
  if (direction === "forward") {
    if (from >= log.count) return [];
    return accountRowsAbove(snapshot, account, from === 0 ? "" : suffixBeside(log, from, -1));
  }
  if (from <= 1) return [];
  if (from > log.count) return accountRows(snapshot, account, ALWAYS);
  return accountRowsBelow(snapshot, account, ALWAYS, suffixBeside(log, from, 1));
}

/** A suffix right before or behind those of the record with the event of a number. */
function suffixBeside(log: EventLog, number: number, side: -1 | 1): string {
  const place = log.placeOf(number);
  const record = log.snapshot.record(place);
  invariant(record !== undefined, "an event is of a record in the log");
  const sub = side < 0 ? SUBS_PER_RECORD - 1 : 0;
  return encodeIdSuffix(record.timeMs, record.shard, place + side, sub);
}

/** The events of rows of one record. */
function* spotsOf(
  log: EventLog,
  rows: readonly AccountRow[],
  direction: Direction,
  from: number,
): Generator<EventSpot> {
  const [first] = rows;
  if (first === undefined) return;
  const { record } = first;
  const subs = new Set(rows.map(({ row }) => row.sub));
  const events = log.ofRecord(record).filter(ofRows(record, ({ sub }) => subs.has(sub)));
  if (direction === "back") events.reverse();
  for (const { number, sub } of events) {
    if (direction === "back" ? number < from : number > from) {
      yield { number, place: record.place, sub };
    }
  }
}

/** Whether an event of the record tells of one of its rows that are meant, or of money that an earlier record began to move. */
function ofRows(
  record: StoredRecord,
  isMeant: (row: TransferRow) => boolean,
): (logged: LoggedEvent) => boolean {
  const rows = rowsBySub(record);
  return (logged) => {
    if (!MONEY.includes(resourceTypeOf(logged.event.type))) return false;
    const origin = decodeIdSuffix(logged.resourceId.split("_")[1] ?? "");
    const row = origin?.place === record.place ? rows[origin.sub] : undefined;
    return row === undefined || isMeant(row);
  };
}

/** Whether an event is of the customer, for a walk over all events. */
export function isOfCustomer({
  customerId,
  accounts,
}: CustomerOfEvents): (logged: LoggedEvent) => boolean {
  const own = new Set(accounts.map(({ suffix }) => `acct_${suffix}`));
  const ordinals = new Set(accounts.map(({ document }) => document.ordinal));
  const isOwnRow = (row: TransferRow) =>
    ordinals.has(row.sourceOrdinal) || ordinals.has(row.destinationOrdinal);
  // A walk passes all events of a record one after another.
  let walked: { place: Place; isOwnMoney: (logged: LoggedEvent) => boolean } | undefined;
  return (logged) => {
    const { event, fact, record } = logged;
    if (event.customerIdOf?.(fact) === customerId) return true;
    const noun = resourceTypeOf(event.type);
    if (noun === "account") return own.has(logged.resourceId);
    if (!MONEY.includes(noun)) return false;
    if (walked?.place !== record.place) {
      const isOwnMoney = rowsBySub(record).some(isOwnRow) ? ofRows(record, isOwnRow) : () => false;
      walked = { place: record.place, isOwnMoney };
    }
    return walked.isOwnMoney(logged);
  };
}
