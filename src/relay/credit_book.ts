/**
 * What the platform has on record of the money at a bank, for the comparison with the bank's own book: its credits, the sums
 * of each day, and its external accounts, in the views of all ledger shards.
 */
import { setImmediate as turn } from "node:timers/promises";
import { decodeIdSuffix, suffixOf } from "../base/id.ts";
import { isoDay } from "../base/iso_time.ts";
import { FIRST_LEDGER_SHARD, PLATFORM_REALM_KEY } from "../contract/records/platform_realm.ts";
import { decodeDocument } from "../contract/tables/table.ts";
import type { CollectionDocument } from "../features/collection/collection_document.ts";
import { collections } from "../features/collection/collection_noun.ts";
import { decodeAccountDocument } from "../features/ledger/account_document.ts";
import { seeBalance } from "../features/ledger/balance_block.ts";
import { EXTERNAL_ROLE, roleCodeOf } from "../features/ledger/roles.ts";
import type { PayoutDocument } from "../features/payout/payout_document.ts";
import type { ReceivedCreditDocument } from "../features/received_credit/received_credit_document.ts";
import { LEDGER_TABLE } from "../features/table_codes.ts";
import {
  isOpenCredit,
  type UnassignedCreditDocument,
} from "../features/unassigned_credit/unassigned_credit_document.ts";
import type { OwnCredit, OwnMoney } from "../outbox/credit_reconciliation.ts";
import type { ShardView } from "../views/shard_view.ts";
import { liveRealmsOf } from "./provider_shard.ts";

/** Rows that are read at once; then others have their turn in this thread. */
const PART = 500;
/** Sorts right behind the text that it follows. */
const BEHIND = "\0";

/** What moved at a bank in one currency on one day, minor units. `net`: what it then had more. */
export type DaySums = {
  day: string;
  currency: string;
  credits: bigint;
  creditsReturned: bigint;
  payouts: bigint;
  payoutsReturned: bigint;
  collections: bigint;
  collectionsReturned: bigint;
};

/** All that is on record of a bank. `mayRead`: throws once the views are about to be closed. */
export async function moneyAt(
  provider: string,
  views: readonly ShardView[],
  mayRead: () => void,
): Promise<OwnMoney & { days: readonly DaySums[] }> {
  const credits = new Map<string, OwnCredit>();
  const external = new Map<string, bigint>();
  const days = new Map<string, DaySums>();
  const externalCode = roleCodeOf(EXTERNAL_ROLE);
  for await (const { view, value } of rowsOf(LEDGER_TABLE.account, views, mayRead)) {
    const { roleCode, extras, currency, ordinal } = decodeAccountDocument(value);
    if (roleCode !== externalCode || extras?.name !== provider) continue;
    const { debitsPosted, creditsPosted } = seeBalance(view, ordinal);
    external.set(currency, (external.get(currency) ?? 0n) + debitsPosted - creditsPosted);
  }
  for await (const { view, realm, value } of rowsOf(LEDGER_TABLE.receivedCredit, views, mayRead)) {
    const credit = decodeDocument<ReceivedCreditDocument>(value);
    if (credit.provider !== provider) continue;
    const home = { shard: view.shard, realm };
    credits.set(credit.reference, { ...ownCredit(credit), home });
    const amountMinor = BigInt(credit.amountMinor);
    addDay(days, credit.occurredAtMs, credit.currency, "credits", amountMinor);
    addDay(days, credit.reachedAtMs.returned, credit.currency, "creditsReturned", amountMinor);
  }
  for await (const { value } of rowsOf(LEDGER_TABLE.payout, views, mayRead)) {
    const payout = decodeDocument<PayoutDocument>(value);
    if (payout.provider !== provider) continue;
    const amountMinor = BigInt(payout.amountMinor);
    addDay(days, payout.reachedAtMs.posted, payout.currency, "payouts", amountMinor);
    addDay(days, payout.reachedAtMs.returned, payout.currency, "payoutsReturned", amountMinor);
  }
  for await (const { value } of rowsOf(collections.table.code, views, mayRead)) {
    const collection = decodeDocument<CollectionDocument>(value);
    if (collection.provider !== provider) continue;
    const { currency, transferId, returnTransferId } = collection;
    const amountMinor = BigInt(collection.amountMinor);
    addDay(days, timeOf(transferId), currency, "collections", amountMinor);
    addDay(days, timeOf(returnTransferId), currency, "collectionsReturned", amountMinor);
  }
  for (const credit of nobodysOf(provider, views, mayRead)) {
    // One that is being assigned may be a received credit by now.
    if (!credits.has(credit.reference)) credits.set(credit.reference, ownNobodys(credit));
  }
  return { credits, external, days: [...days.values()].sort(byDay) };
}

/** Lines for people: what moved on each of the last days, newest first, after a line of headings. */
export function dayTable(days: readonly DaySums[], daysMax: number): string[] {
  const cells = [
    [
      "day",
      "currency",
      "credits",
      "sent back",
      "payouts",
      "came back",
      "debits",
      "taken back",
      "net",
    ],
    ...days
      .slice(0, daysMax)
      .map((one) => [
        ...[one.day, one.currency, one.credits, one.creditsReturned, one.payouts],
        ...[one.payoutsReturned, one.collections, one.collectionsReturned, netOf(one)],
      ]),
  ].map((row) => row.map(String));
  const widths = cells[0]?.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  return cells.map((row) => row.map((cell, at) => cell.padStart(widths?.[at] ?? 0)).join("  "));
}

function netOf(sums: DaySums): bigint {
  const { credits, creditsReturned, payouts, payoutsReturned } = sums;
  const received = credits - creditsReturned + sums.collections - sums.collectionsReturned;
  return received - payouts + payoutsReturned;
}

/** When the record was written that has made the transfer; undefined where there is none. */
function timeOf(transferId: string | undefined): number | undefined {
  return decodeIdSuffix(suffixOf("tr", transferId ?? "") ?? "")?.timeMs;
}

/** The rows of a table in the realms of live, as the views show them when it is their turn. */
export async function* rowsOf(
  table: number,
  views: readonly ShardView[],
  mayRead: () => void,
): AsyncGenerator<{ view: ShardView; realm: number; value: Uint8Array }> {
  for (const view of views) {
    mayRead();
    view.refreshed();
    for (const realm of liveRealmsOf(view)) {
      for (let from: string | undefined = ""; from !== undefined; ) {
        await turn();
        mayRead();
        view.refreshed();
        let read = 0;
        let next: string | undefined;
        for (const { key, value } of view.ascend(table, realm, { from })) {
          yield { view, realm, value };
          if (++read === PART) {
            next = key + BEHIND;
            break;
          }
        }
        from = next;
      }
    }
  }
}

/** What is on record of the money at a bank that was nobody's, also what is somebody's by now. */
export function* nobodysOf(
  provider: string,
  views: readonly ShardView[],
  mayRead: () => void,
): Generator<UnassignedCreditDocument> {
  const view = views.find(({ shard }) => shard === FIRST_LEDGER_SHARD);
  mayRead();
  view?.refreshed();
  const realm = view?.realmNumberOf(PLATFORM_REALM_KEY);
  if (view === undefined || realm === undefined) return;
  const range = { from: `${provider} `, below: `${provider}!` };
  for (const { value } of view.ascend(LEDGER_TABLE.unassignedCredit, realm, range)) {
    yield decodeDocument<UnassignedCreditDocument>(value);
  }
}

function ownCredit(credit: ReceivedCreditDocument): OwnCredit {
  const { reference: creditReference, amountMinor: amount, currency, status } = credit;
  const isGoing = status === "returning" || status === "returned";
  return {
    ...{ creditReference, amount, currency, state: isGoing ? status : "received" },
    isContradicted: credit.contradiction !== undefined,
  };
}

function ownNobodys(credit: UnassignedCreditDocument): OwnCredit {
  const { reference: creditReference, amount, currency, status } = credit;
  const settled = status === "returned" ? "returned" : "received";
  return {
    ...{ creditReference, amount, currency, state: isOpenCredit(credit) ? "nobodys" : settled },
    isContradicted: credit.contradiction !== undefined,
  };
}

function addDay(
  days: Map<string, DaySums>,
  atMs: number | undefined,
  currency: string,
  what: Exclude<keyof DaySums, "day" | "currency">,
  amountMinor: bigint,
): void {
  if (atMs === undefined) return;
  const day = isoDay(atMs);
  const key = `${day} ${currency}`;
  const sums = days.get(key) ?? {
    ...{ day, currency, credits: 0n, creditsReturned: 0n, payouts: 0n, payoutsReturned: 0n },
    ...{ collections: 0n, collectionsReturned: 0n },
  };
  sums[what] += amountMinor;
  days.set(key, sums);
}

/** Newest day first, then by currency. */
function byDay(one: DaySums, other: DaySums): number {
  if (one.day !== other.day) return one.day < other.day ? 1 : -1;
  return one.currency < other.currency ? -1 : 1;
}
