/**
 * What becomes of collections by mandate by what their providers do: the simulator of a sandbox, or a bank in live
 * (src/features/collection/README.md).
 */
import type { Subject } from "./asked.ts";
import { sepaReturnDays, sepaSettlement } from "./bank_days.ts";
import type { Asked } from "./bank_part.ts";
import { changedCollection, putCollection } from "./collection_shown.ts";
import { givenBackOf, settledOf } from "./consent_use.ts";
import { noteTakenBack } from "./corrections.ts";
import { clockOf, latest, type Moment, type Realm } from "./model.ts";
import { externalAccount, landMoney, type Made, takeBack } from "./outside_money.ts";
import type { CollectionShown } from "./program_part.ts";

const RETURN_MS = 3 * 86_400_000;
/** The first code of SEPA that another debit can pass, for a collection that fails and for one that comes back. */
const SIMULATED_CODE = "AM04";
const OUTCOMES = ["collected", "failed", "returned"] as const;

type End = {
  status: (typeof OUTCOMES)[number];
  code?: string;
  simulatedAtMs?: number | undefined;
};

export const COLLECTION_SUBJECT: Subject = {
  final: ["failed", "returned"],
  unasked: ["collected"],
  tried() {},
  accepted(realm, asked, told, { clockMs, moment }) {
    const before = collectionOf(realm, asked);
    asked.end = { status: 200, answer: asked.accepts ?? {} };
    if (told !== undefined) ended(realm, before, endOf(told.status), moment);
    else if (realm.environment === "sandbox" && !before.amount.endsWith("9905")) {
      const { settlesAtMs: simulatedAtMs } = sepaSettlement(clockMs);
      putCollection(realm, { ...before, simulatedAtMs }, moment);
    }
  },
  refused(realm, asked, moment) {
    const code = realm.environment === "sandbox" ? "simulated_rejection" : "no";
    ended(realm, collectionOf(realm, asked), { status: "failed", code }, moment);
  },
  judge(realm, asked, { status: told }) {
    const outcome = outcomeOf(realm, asked);
    const isHeard = told === "collected" && outcome === "returned";
    if (told === "processing" || told === outcome || isHeard) return "same";
    const isBack = outcome === "collected" && told === "returned";
    return outcome === "processing" || isBack ? "applied" : "contradictory";
  },
  apply(realm, asked, { status }, moment) {
    ended(realm, collectionOf(realm, asked), endOf(status), moment);
  },
  isOver: (realm, asked) => outcomeOf(realm, asked) !== "processing",
  decide(realm, collectionId, outcome, moment) {
    const none = new Map<string, never>();
    const collection = latest(realm.program?.collections ?? none, collectionId);
    if (collection === undefined) return { code: "resource_not_found" };
    const status = OUTCOMES.find((one) => one === outcome);
    if (status === undefined) return { code: "provider_outcome_unsupported" };
    const { operationId } = collection.attempts.at(-1) ?? { operationId: "" };
    const isAccepted = realm.asked.get(requestOf(operationId))?.status === "accepted";
    const isBack = status === "returned" && isOfBank(collection);
    if (!(collection.status === "processing" && isAccepted) && !isBack) {
      return { code: "state_conflict" };
    }
    return ended(realm, collection, simulatedEnd(status), moment);
  },
};

/** The simulator does what the last digits of the amount ask for, when the time has come. */
export function simulatedCollection(
  realm: Realm,
  collection: CollectionShown,
  moment: Moment,
): CollectionShown {
  const { status, amount, simulatedAtMs = 0 } = collection;
  if (status === "collected") return ended(realm, collection, simulatedEnd("returned"), moment);
  if (amount.endsWith("9903")) return ended(realm, collection, simulatedEnd("failed"), moment);
  const comesBack = amount.endsWith("9904") ? simulatedAtMs + RETURN_MS : undefined;
  return ended(realm, collection, { status: "collected", simulatedAtMs: comesBack }, moment);
}

/** Whether a bank has its money, and could take it back. */
function isOfBank({ rail, status, attempts }: CollectionShown): boolean {
  return rail !== undefined && status === "collected" && attempts.at(-1)?.outcome === "collected";
}

/** The money, the collection and the use of the consent, by what a bank says. What comes back unheard was collected before. */
function ended(realm: Realm, before: CollectionShown, end: End, moment: Moment): CollectionShown {
  const { status, code = "", simulatedAtMs } = end;
  if (status === "failed") return failed(realm, before, code, moment);
  const made = { accounts: 0 };
  const bank = externalAccount(realm, before.currency, made, moment).accountId;
  const isNew = before.status === "processing";
  const had = isNew ? taken(realm, before, { bank, made }, moment) : before;
  const untold = (collection: CollectionShown) =>
    changedCollection(realm, withUntold(realm, collection, { status, isNew }, moment), moment);
  if (status === "collected") return untold({ ...had, simulatedAtMs });
  const back = takeBack(
    realm,
    { destinationAccountId: bank, ...moneyOf(before) },
    { had: had.creditedAccountId ?? "", transferId: moment.id("tr", isNew ? 1 : 0), made },
    moment,
  );
  noteTakenBack(realm, { taken: had.transferId, by: back.transferId }, moment);
  const after: CollectionShown = {
    ...withOutcome(had, "returned", code),
    failure: { code, retryable: false },
    returnTransferId: back.transferId,
    returnedFromAccountId: back.accountId,
    status,
  };
  return untold(after);
}

/** What has gone back before the object was told that it came is told as a failure. */
function withUntold(
  realm: Realm,
  collection: CollectionShown,
  { status, isNew }: Pick<End, "status"> & { isNew: boolean },
  moment: Moment,
): CollectionShown {
  if (collection.objectId === undefined) return collection;
  const isUnheard = isNew || collection.untold === "collected";
  const untold = status === "returned" && isUnheard ? "failed" : status;
  return { ...collection, untold, tellsAtMs: clockOf(realm, moment.nowMs) };
}

function failed(
  realm: Realm,
  before: CollectionShown,
  code: string,
  moment: Moment,
): CollectionShown {
  const askedAtMs = Date.parse(before.attempts.at(-1)?.at ?? "");
  const { consentId } = before;
  givenBackOf(realm, { consentId, amount: BigInt(before.amount), askedAtMs }, moment);
  const failure = { code, retryable: true };
  const after = { ...withOutcome(before, "failed", code), failure, status: "failed" as const };
  const told = withUntold(realm, after, { status: "failed", isNew: true }, moment);
  return changedCollection(realm, told, moment);
}

/** The money of the bank is credited, and what was asked of the consent is used. */
function taken(
  realm: Realm,
  before: CollectionShown,
  { bank, made }: { bank: string; made: Made },
  moment: Moment,
): CollectionShown {
  const { consentId, destinationAccountId: meant } = before;
  const money = { sourceAccountId: bank, ...moneyOf(before) };
  const landed = landMoney(realm, money, { meant, transferId: moment.id("tr"), made }, moment);
  settledOf(realm, { consentId, amount: BigInt(before.amount) }, moment);
  return {
    ...withOutcome(before, "collected", undefined),
    failure: undefined,
    transferId: landed.transferId,
    creditedAccountId: landed.accountId,
    returnableUntil: sepaReturnDays(clockOf(realm, moment.nowMs)),
    status: "collected",
  };
}

function moneyOf({ amount, currency }: CollectionShown) {
  return { currency, amount: BigInt(amount), kind: "collection", isOfBank: true } as const;
}

/** The last attempt has come out so; the simulator has nothing more to do. */
function withOutcome(
  { simulatedAtMs: _, ...collection }: CollectionShown,
  outcome: string,
  code: string | undefined,
): CollectionShown {
  const attempts = collection.attempts.map((attempt, at, all) =>
    at === all.length - 1 ? { ...attempt, outcome, code } : attempt,
  );
  return { ...collection, attempts };
}

/** How a collection ends of which its bank says so, and gives no reason. */
function endOf(told: string): End {
  return { status: told as End["status"], code: told };
}

function simulatedEnd(status: End["status"]): End {
  return { status, code: SIMULATED_CODE };
}

/** The request of an attempt: one record has made both. */
function requestOf(operationId: string): string {
  return operationId.replace("op_", "preq_");
}

/** What has come of the attempt that has asked. */
function outcomeOf(realm: Realm, asked: Asked): string | undefined {
  const { attempts } = collectionOf(realm, asked);
  const own = attempts.findLast(
    ({ operationId }) => requestOf(operationId) === asked.providerRequestId,
  );
  return own?.outcome;
}

function collectionOf({ program }: Realm, { subjectId }: Asked): CollectionShown {
  return latest(program?.collections ?? new Map<string, never>(), subjectId) as CollectionShown;
}
