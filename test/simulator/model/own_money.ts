/**
 * The money of own accounts as programs see it (src/features/object/README.md): what was paid out is there until the object is
 * told that it has left; limits count what a bank has brought, or has taken back, from when the object is told.
 */
import { asOf, postedOf, type Realm } from "./model.ts";
import type { CollectionShown } from "./program_part.ts";

/** What an object was not told of yet, of one account. */
type Untold = {
  /** It has left, and counts as there. */
  paid: bigint;
  /** It is there, and the object that is told of an earlier end does not see it. */
  unseen: bigint;
  /** It is there, and limits do not count it; less than nothing where it has gone and they still do. */
  uncounted: bigint;
};

/** The payout of whose first end its object is being told. */
export type Telling = { payoutId: string };

export const NOTHING_UNTOLD: Untold = { paid: 0n, unseen: 0n, uncounted: 0n };

/** By account, when `frame` is the newest. */
export function untoldMoney(
  realm: Realm,
  telling?: Telling,
  frame = Number.POSITIVE_INFINITY,
): ReadonlyMap<string, Untold> {
  const found = new Map<string, Untold>();
  const add = (accountId: string, change: Partial<Untold>) => {
    const before = found.get(accountId) ?? NOTHING_UNTOLD;
    found.set(accountId, {
      paid: before.paid + (change.paid ?? 0n),
      unseen: before.unseen + (change.unseen ?? 0n),
      uncounted: before.uncounted + (change.uncounted ?? 0n),
    });
  };
  for (const versions of realm.bank.payouts.values()) {
    const payout = asOf(versions, frame);
    if (payout?.untold === undefined) continue;
    const { payoutId, amount, sourceAccountId, returnedToAccountId } = payout;
    const isTold = payoutId === telling?.payoutId;
    const ends = isTold ? payout.untold.slice(1) : payout.untold;
    if (ends.includes("posted")) add(sourceAccountId, { paid: amount });
    if (!ends.includes("returned") || returnedToAccountId !== sourceAccountId) continue;
    add(sourceAccountId, { uncounted: amount, ...(isTold && { unseen: amount }) });
  }
  for (const versions of realm.program?.collections.values() ?? []) {
    const collection = asOf(versions, frame);
    if (collection?.untold !== undefined) addCollection(collection, add);
  }
  return found;
}

/** What came and has gone again before the object heard of it is told as a failure. */
function addCollection(
  { untold, status, amount, creditedAccountId, returnedFromAccountId }: CollectionShown,
  add: (accountId: string, change: Partial<Untold>) => void,
): void {
  const has = BigInt(amount);
  if (untold !== "returned" && creditedAccountId !== undefined) {
    add(creditedAccountId, { uncounted: has });
  }
  if (status === "returned" && returnedFromAccountId !== undefined) {
    add(returnedFromAccountId, { uncounted: -has });
  }
}

/** What the limit on the accounts of deals measures. */
export function countedOnTills(realm: Realm, frame = Number.POSITIVE_INFINITY): bigint {
  const untold = untoldMoney(realm, undefined, frame);
  let total = 0n;
  for (const versions of realm.program?.objects.values() ?? []) {
    const object = asOf(versions, frame);
    if (object?.kind !== "deal") continue;
    for (const { accountId } of object.ownAccounts) {
      const account = asOf(realm.accounts.get(accountId), frame);
      const { paid, uncounted } = untold.get(accountId) ?? NOTHING_UNTOLD;
      total += (account === undefined ? 0n : postedOf(account)) + paid - uncounted;
    }
  }
  return total;
}
