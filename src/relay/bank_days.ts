/**
 * What has moved at a bank that speaks files after a day, by the day that the bank gives it, whenever its file was imported. With it what an account had at the end of a
 * day is what it has now less that.
 */
import { decodeIdSuffix, suffixOf } from "../base/id.ts";
import { isoDay } from "../base/iso_time.ts";
import { decodeDocument } from "../contract/tables/table.ts";
import type { CollectionDocument } from "../features/collection/collection_document.ts";
import { collections } from "../features/collection/collection_noun.ts";
import { requestIdOf } from "../features/collection/collection_request.ts";
import { type PayoutDocument, sendingIdOf } from "../features/payout/payout_document.ts";
import type { ProviderRequestDocument } from "../features/provider_request/provider_request_document.ts";
import type { ReceivedCreditDocument } from "../features/received_credit/received_credit_document.ts";
import { LEDGER_TABLE } from "../features/table_codes.ts";
import { isOpenCredit } from "../features/unassigned_credit/unassigned_credit_document.ts";
import type { ShardView } from "../views/shard_view.ts";
import { requestIn } from "./bank_records.ts";
import { nobodysOf, rowsOf } from "./credit_book.ts";

/** Sums by currency and day, of the days after one. */
export class MovedAfter {
  readonly #since: string;
  readonly #sums = new Map<string, bigint>();

  constructor(since: string) {
    this.#since = since;
  }

  /** Whether something that happened at this time may count. */
  counts(atMs: number): boolean {
    return isoDay(atMs) > this.#since;
  }

  /** `amountMinor`: below zero where the account has less by it. */
  add(currency: string, atMs: number, amountMinor: bigint): void {
    if (!this.counts(atMs)) return;
    const key = `${currency} ${isoDay(atMs)}`;
    this.#sums.set(key, (this.#sums.get(key) ?? 0n) + amountMinor);
  }

  /** What the account has more by what came after a day, which is not before `since`. */
  after(currency: string, day: string): bigint {
    let sum = 0n;
    for (const [key, amount] of this.#sums) {
      const [of, on = ""] = key.split(" ");
      if (of === currency && on > day) sum += amount;
    }
    return sum;
  }
}

type Reading = { provider: string; views: readonly ShardView[]; mayRead: () => void };

/**
 * All that has moved after the day `since` (`YYYY-MM-DD`). What the operator has entered, as money that was sent back or a payout that was corrected, counts as if it
 * had been before: the operator has it from the bank, which does not say when it was.
 */
export async function movedAfter(reading: Reading, since: string): Promise<MovedAfter> {
  const { provider, views, mayRead } = reading;
  const moved = new MovedAfter(since);
  const known = new Set<string>();
  for await (const { value } of rowsOf(LEDGER_TABLE.receivedCredit, views, mayRead)) {
    const credit = decodeDocument<ReceivedCreditDocument>(value);
    if (credit.provider !== provider) continue;
    known.add(credit.reference);
    if (credit.status === "returned") continue;
    moved.add(credit.currency, credit.occurredAtMs, BigInt(credit.amountMinor));
  }
  for await (const row of rowsOf(LEDGER_TABLE.payout, views, mayRead)) {
    const payout = decodeDocument<PayoutDocument>(row.value);
    if (payout.provider === provider) addPayout(moved, payout, row);
  }
  for await (const row of rowsOf(collections.table.code, views, mayRead)) {
    const collection = decodeDocument<CollectionDocument>(row.value);
    if (collection.provider === provider) addCollection(moved, collection, row);
  }
  for (const credit of nobodysOf(provider, views, mayRead)) {
    if (known.has(credit.reference) || !isOpenCredit(credit)) continue;
    moved.add(credit.currency, credit.occurredAtMs, BigInt(credit.amount));
  }
  return moved;
}

type Place = { view: ShardView; realm: number };

function addPayout(moved: MovedAfter, payout: PayoutDocument, { view, realm }: Place): void {
  const { reachedAtMs, currency, settledTransferId } = payout;
  const { posted, returned } = reachedAtMs;
  const newestMs = returned ?? posted;
  if (newestMs === undefined || !moved.counts(newestMs)) return;
  const amountMinor = BigInt(payout.amountMinor);
  const told = toldTimes(requestIn(view, realm, sendingIdOf(payout)), newestMs);
  if (returned === undefined) {
    if (settledTransferId === undefined) moved.add(currency, told.newestMs, -amountMinor);
    return;
  }
  if (settledTransferId === undefined) moved.add(currency, told.beforeMs, -amountMinor);
  moved.add(currency, told.newestMs, amountMinor);
}

function addCollection(
  moved: MovedAfter,
  { attempts, currency, transferId, returnTransferId, ...collection }: CollectionDocument,
  { view, realm }: Place,
): void {
  const newestMs = timeOf(returnTransferId) ?? timeOf(transferId);
  if (newestMs === undefined || !moved.counts(newestMs)) return;
  const amountMinor = BigInt(collection.amountMinor);
  for (const attempt of attempts) {
    const { outcome } = attempt;
    if (outcome !== "collected" && outcome !== "returned") continue;
    const told = toldTimes(requestIn(view, realm, requestIdOf(attempt)), newestMs);
    const isBack = outcome === "returned";
    moved.add(currency, isBack ? told.beforeMs : told.newestMs, amountMinor);
    if (isBack) moved.add(currency, told.newestMs, -amountMinor);
  }
}

/** When the bank says that the newest thing happened that it has told of a request, and the one before; else when the records say so. */
function toldTimes(
  request: ProviderRequestDocument | undefined,
  recordedMs: number,
): { newestMs: number; beforeMs: number } {
  const newestMs = request?.told?.newestAtMs ?? recordedMs;
  return { newestMs, beforeMs: request?.told?.beforeAtMs ?? newestMs };
}

/** When the record was written that has made the transfer; undefined where there is none. */
function timeOf(transferId: string | undefined): number | undefined {
  return decodeIdSuffix(suffixOf("tr", transferId ?? "") ?? "")?.timeMs;
}
