/** Random requests about collections that are made by hand. */
import type { Draft, Habits } from "./habits.ts";
import { mandateOfChance, moneyToAskFor } from "./mandate_requests.ts";
import {
  type Account,
  availableOf,
  clockOf,
  latest,
  type Realm,
  type Transfer,
} from "./model/model.ts";
import type { CollectionShown, ProgramPart } from "./model/program_part.ts";
import { customerOf, pickedOf, productIdOf } from "./program_requests.ts";
import type { Random } from "./random.ts";

/** Where no collection is as the operation asks, as a rule one is made. */
export function nextOfCollections(
  random: Random,
  { collections }: ProgramPart,
  operation: string,
): string {
  const wanted = operation === "collection.retry" ? ["failed"] : ["scheduled", "failed"];
  const fits = ({ status, objectId }: CollectionShown) =>
    objectId === undefined && wanted.includes(status);
  const isThere = pickedOf(random, collections, fits) !== undefined;
  if (isThere)
    return operation === "collection.create" && random.chance(0.4) ? other(random) : operation;
  return random.chance(0.15) ? operation : "collection.create";
}

export const COLLECTION_DRAFTS: Readonly<Record<string, (habits: Habits, realm: Realm) => Draft>> =
  {
    "collection.create": (habits, realm) => {
      const { random } = habits;
      const { consents } = realm.program as ProgramPart;
      const stands = random.chance(0.9)
        ? pickedOf(random, consents, ({ status }) => status === "active")
        : undefined;
      const ofMandate = random.chance(0.6) ? mandateOfChance(random, realm) : undefined;
      const consentId = ofMandate ?? stands ?? pickedOf(random, consents) ?? "cons_unknown";
      const consent = latest(consents, consentId);
      const own = consent?.customerId ?? "cust_unknown";
      const customerId = random.chance(0.96) ? own : customerOf(habits, realm);
      const isAsked = consent?.mandate !== undefined && random.chance(0.97);
      const moved = random.chance(0.3) ? moneyMoved(habits, realm, customerId) : undefined;
      const money = isAsked
        ? ((moved && withoutSource(moved)) ?? moneyToAskFor(habits, realm))
        : random.chance(0.4)
          ? undefined
          : moneyMoved(habits, realm, customerId);
      return {
        body: {
          productId: productIdOf(habits, realm),
          customerId,
          consentId: random.chance(0.99) ? consentId : "cons_unknown",
          ...(money ?? moneyToTake(habits, realm, customerId, consent?.accountId)),
          dueAt: soon(habits, realm),
        },
      };
    },
    "collection.collect": (habits, realm) => ({ path: [collectionOf(habits, realm, "scheduled")] }),
    "collection.confirm": (habits, realm) => {
      const { random } = habits;
      const settled = settledOf(realm).map(({ collectionId, transferIds }) => ({
        ...{ collectionId, transferId: random.pick(transferIds) },
      }));
      if (settled.length > 0 && random.chance(0.8)) {
        const { collectionId, transferId } = random.pick(settled);
        return { path: [collectionId], body: { transferId } };
      }
      const transferId = random.chance(0.9) ? pickedOf(random, realm.transfers) : undefined;
      return {
        path: [collectionOf(habits, realm, random.pick(["scheduled", "failed"]))],
        body: { transferId: transferId ?? "tr_unknown" },
      };
    },
    "collection.retry": (habits, realm) => ({
      path: [collectionOf(habits, realm, "failed")],
      body: habits.random.chance(0.4) ? { dueAt: soon(habits, realm) } : {},
    }),
    "collection.cancel": (habits, realm) => ({
      path: [collectionOf(habits, realm, habits.random.pick(["scheduled", "failed"]))],
      body: { reason: "given up" },
    }),
  };

/** What ends a collection that waits. */
function other(random: Random): string {
  return random.pick(["collection.collect", "collection.confirm", "collection.confirm"]);
}

/** The accounts and the amount of a transfer that was made, so that it can settle the collection. */
function moneyMoved({ random }: Habits, { transfers, accounts }: Realm, customerId: string) {
  const fits = ({ kind, status, reversed, sourceAccountId }: Transfer) =>
    ["book", "hold"].includes(kind) &&
    status === "posted" &&
    reversed === 0n &&
    latest(accounts, sourceAccountId)?.ownerId === customerId;
  const transferId = pickedOf(random, transfers, fits);
  if (transferId === undefined) return undefined;
  const { sourceAccountId, destinationAccountId, amount, currency } = latest(
    transfers,
    transferId,
  ) as Transfer;
  return { sourceAccountId, destinationAccountId, amount: String(amount), currency };
}

/** A bank that is asked debits an account elsewhere. */
function withoutSource({ sourceAccountId: _, ...money }: { sourceAccountId: string } & object) {
  return money;
}

/** As a rule from an account of the customer that has money to another one of the same currency. */
function moneyToTake(
  { random }: Habits,
  { accounts }: Realm,
  customerId: string,
  only: string | undefined,
) {
  const hasMoney = (account: Account) => availableOf(account) > 0n;
  const isEur = ({ currency }: Account) => currency === "EUR";
  const isOwn = (account: Account) => account.ownerId === customerId && isEur(account);
  const isUsual = random.chance(0.85);
  const rich = pickedOf(random, accounts, (each) => isOwn(each) && hasMoney(each));
  const ordinary = isUsual ? (rich ?? pickedOf(random, accounts, isOwn)) : undefined;
  const named = only !== undefined && random.chance(0.8) ? only : undefined;
  const any = pickedOf(random, accounts) ?? "acct_unknown";
  const sourceAccountId = named ?? ordinary ?? any;
  const source = latest(accounts, sourceAccountId);
  const isOther = ({ accountId }: Account) => accountId !== sourceAccountId;
  const takes = (each: Account) =>
    isOther(each) && isEur(each) && ["customer", "product", "tenant"].includes(each.ownerType);
  const fitting = random.chance(0.9) ? pickedOf(random, accounts, takes) : undefined;
  const all = source === undefined || availableOf(source) < 1n ? 1n : availableOf(source);
  const some = BigInt(1 + random.below(random.pick([20, 300, 2_000])));
  const amount = random.weighted([
    [6, some],
    [1, all],
    [2, all + some],
  ]);
  return {
    sourceAccountId,
    destinationAccountId: fitting ?? (random.chance(0.8) ? any : "acct_unknown"),
    amount: String(amount),
    currency: random.chance(0.97) ? (source?.currency ?? "EUR") : "USD",
  };
}

/** Now, or some seconds later by the Product's clock; in live, some milliseconds later. */
function soon({ random, nowMs }: Habits, realm: Realm): string {
  const isLive = realm.environment === "live";
  const inMs = random.chance(0.3)
    ? -random.below(2_000)
    : 1 + random.below(isLive ? 150 : random.pick([20_000, 200_000]));
  return new Date(clockOf(realm, nowMs()) + inMs).toISOString();
}

/** The collections by hand that wait, and whose money was moved by a transfer. */
export function settledOf(realm: Realm): { collectionId: string; transferIds: string[] }[] {
  const { collections } = realm.program as ProgramPart;
  const isOpen = ({ status, objectId }: CollectionShown) =>
    objectId === undefined && (status === "scheduled" || status === "failed");
  return [...collections.keys()]
    .map((id) => latest(collections, id) as CollectionShown)
    .filter(isOpen)
    .flatMap((one) => {
      const transferIds = [...realm.transfers.keys()].filter((id) =>
        isLike(latest(realm.transfers, id) as Transfer, one),
      );
      return transferIds.length === 0 ? [] : [{ collectionId: one.collectionId, transferIds }];
    });
}

function isLike(transfer: Transfer, collection: CollectionShown): boolean {
  return (
    transfer.status === "posted" &&
    (collection.rail !== undefined || transfer.sourceAccountId === collection.sourceAccountId) &&
    transfer.destinationAccountId === collection.destinationAccountId &&
    String(transfer.amount) === collection.amount
  );
}

function collectionOf({ random }: Habits, realm: Realm, status: string): string {
  const { collections } = realm.program as ProgramPart;
  if (random.chance(0.03)) return "coll_unknown";
  const isFitting = (each: CollectionShown) =>
    each.status === status && each.objectId === undefined;
  const fitting = random.chance(0.85) ? pickedOf(random, collections, isFitting) : undefined;
  return fitting ?? pickedOf(random, collections) ?? "coll_unknown";
}
