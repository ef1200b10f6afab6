/**
 * The world of one simulation, in memory. `apply` carries out an outcome. The world has no
 * ledger beside it, so the engine checks its balances. Ids are counted, so that equal simulations
 * have equal answers.
 */
import { invariant } from "../../base/invariant.ts";
import type { MandateEnd, PayoutEnd } from "../action_schema.ts";
import type { Account } from "./account.ts";
import { usedBy } from "./consent_use.ts";
import type { ObjectRecord } from "./object_record.ts";
import type { Outcome, PlannedTransfer } from "./outcome.ts";
import type { PayoutOfObject } from "./payout_run.ts";
import type {
  AggregateKey,
  ClaimKey,
  ConsentRecord,
  DecisionRecord,
  LimitKey,
  Party,
  World,
} from "./world.ts";

export type HeldDecision = DecisionRecord & { objectId: string; gate: string };

/** A payout of an object; `status` is `processing` until a step of the scenario, or the clock, ends it. */
export type HeldPayout = PayoutOfObject & {
  payoutId: string;
  objectId: string;
  transfer: PlannedTransfer;
  status: "processing" | PayoutEnd;
};

/** A collection by a mandate; `status` is `processing` until a step of the scenario, or the clock, ends it. */
export type HeldCollection = {
  collectionId: string;
  objectId: string;
  /** The schedule whose row has asked for it, or the label of the move of an action. */
  label: string;
  /** The action that has asked for it, where no row has. */
  action?: string;
  consentId: string;
  amount: bigint;
  currency: string;
  /** The account that is credited when the bank has the money. */
  to: Account;
  status: "processing" | MandateEnd;
  /** The row that waits; absent of one that an action has asked for. */
  row?: { schedule: string; index: number; attempt: number };
  /** Whether the action of the row has run with the money. */
  hasRun?: true;
};

/** The members without a comment are those of `World`. */
export class MemoryWorld implements World {
  nowMs: number;
  readonly productId = "simulation";
  readonly checksBalances = true;
  /** By id, in the order in which they were made. */
  readonly objects = new Map<string, ObjectRecord>();
  /** By account, in the order in which they had money first. */
  readonly balances = new Map<string, bigint>();
  readonly customers = new Map<string, Party>();
  readonly consents = new Map<string, ConsentRecord>();
  readonly decisions: HeldDecision[] = [];
  /** In the order in which they were made. */
  readonly payouts: HeldPayout[] = [];
  /** In the order in which banks were asked. */
  readonly collections: HeldCollection[] = [];
  /** By account, what payouts have reserved that have not ended. */
  readonly #reserved = new Map<string, bigint>();
  readonly #newest = new Map<string, HeldDecision>();
  readonly #claims = new Map<string, string>();
  readonly #aggregates = new Map<string, bigint>();
  readonly #exposures = new Map<string, bigint>();

  constructor(nowMs: number) {
    this.nowMs = nowMs;
  }

  balance(account: Account): bigint {
    return (this.balances.get(account.key) ?? 0n) - this.reserved(account);
  }

  reserved({ key }: Account): bigint {
    return this.#reserved.get(key) ?? 0n;
  }

  accountIdOf(account: Account): string {
    return account.key;
  }

  object(kind: string, objectId: string): ObjectRecord | undefined {
    const object = this.objects.get(objectId);
    return object?.kind === kind ? object : undefined;
  }

  claimedBy(claim: ClaimKey): string | undefined {
    return this.#claims.get(claimText(claim));
  }

  aggregate(key: AggregateKey): bigint {
    return this.#aggregates.get(aggregateText(key)) ?? 0n;
  }

  exposure(key: LimitKey): bigint {
    return this.#exposures.get(limitText(key)) ?? 0n;
  }

  party(customerId: string): Party | undefined {
    return this.customers.get(customerId);
  }

  decision(objectId: string, gate: string): DecisionRecord | undefined {
    return this.#newest.get(`${objectId} ${gate}`);
  }

  consent(consentId: string): ConsentRecord | undefined {
    return this.consents.get(consentId);
  }

  isRetired(): boolean {
    return false;
  }

  /** Gives the decision that the outcome asks for. */
  apply(outcome: Outcome): HeldDecision | undefined {
    const { object, moves, opened, usedDecisionId } = outcome;
    this.objects.set(object.objectId, object);
    for (const move of moves) {
      const { from, to, amount } = move;
      if (to.kind === "beneficiary") this.#payOut(outcome, move);
      else if (from.kind === "mandate") this.#collect(outcome, move, from.consentId);
      else {
        this.add(from.key, -amount);
        this.add(to.key, amount);
      }
    }
    for (const each of outcome.aggregates) grow(this.#aggregates, aggregateText(each), each.change);
    this.expose(outcome.limits);
    for (const claim of outcome.released) this.#claims.delete(claimText(claim));
    for (const claim of outcome.claimed) this.#claims.set(claimText(claim), object.objectId);
    if (usedDecisionId !== undefined) this.changeDecision(usedDecisionId, { isUsed: true });
    if (opened === undefined) return undefined;
    const { gate, deadlineMs, onTimeout } = opened;
    const decision: HeldDecision = {
      decisionId: `decision-${this.decisions.length + 1}`,
      objectId: object.objectId,
      gate,
      status: "pending",
      deadlineMs,
      onTimeout,
      isUsed: false,
    };
    this.decisions.push(decision);
    this.#newest.set(`${object.objectId} ${gate}`, decision);
    return decision;
  }

  /** Changes what limits measure. */
  expose(limits: Outcome["limits"]): void {
    for (const each of limits) grow(this.#exposures, limitText(each), each.change);
  }

  /** The payout has ended, or its money has come back: the money leaves its account, or is available again. */
  endPayout(payout: HeldPayout, end: PayoutEnd): void {
    const { from, to, amount } = payout.transfer;
    const wasReserved = payout.status === "processing";
    payout.status = end;
    if (wasReserved) grow(this.#reserved, from.key, -amount);
    if (end === "failed" || end === "cancelled") return;
    const change = end === "posted" ? amount : -amount;
    this.add(from.key, -change);
    this.add(to.key, change);
  }

  /** The collection has ended, or its money was taken back: from the account that had it, or from the losses of the Product. */
  endCollection(collection: HeldCollection, end: MandateEnd, losses: string): void {
    const { consentId, amount, currency, to } = collection;
    collection.status = end;
    if (end === "failed") return;
    const change = end === "collected" ? amount : -amount;
    this.add(`mandate(${consentId}).${currency}`, -change);
    const isThere = end === "collected" || this.balance(to) >= amount;
    this.add(isThere ? to.key : losses, change);
  }

  #collect(
    { action, object: { objectId } }: Outcome,
    { label, amount, currency, to }: PlannedTransfer,
    consentId: string,
  ): void {
    const collectionId = `debit-${this.collections.length + 1}`;
    const asked = { collectionId, objectId, action, label, consentId, amount, currency, to };
    this.collections.push({ ...asked, status: "processing" });
    const consent = this.consents.get(consentId);
    if (consent !== undefined) this.consents.set(consentId, usedBy(consent, amount));
  }

  #payOut({ action, object: { objectId } }: Outcome, transfer: PlannedTransfer): void {
    const payoutId = `payout-${this.payouts.length + 1}`;
    const { label } = transfer;
    this.payouts.push({ payoutId, objectId, action, label, transfer, status: "processing" });
    grow(this.#reserved, transfer.from.key, transfer.amount);
  }

  add(account: string, amount: bigint): void {
    grow(this.balances, account, amount);
  }

  /** Merges `change` into the decision with the id, which must exist. */
  changeDecision(decisionId: string, change: Partial<DecisionRecord>): HeldDecision {
    const at = this.decisions.findIndex((each) => each.decisionId === decisionId);
    const before = this.decisions[at];
    invariant(before !== undefined, "a decision that changes was asked for");
    const after = { ...before, ...change };
    this.decisions[at] = after;
    const key = `${after.objectId} ${after.gate}`;
    if (this.#newest.get(key) === before) this.#newest.set(key, after);
    return after;
  }
}

function grow(totals: Map<string, bigint>, key: string, change: bigint): void {
  totals.set(key, (totals.get(key) ?? 0n) + change);
}

function claimText({ kind, field, objectId }: ClaimKey): string {
  return `${kind} ${field} ${objectId}`;
}

function aggregateText({ kind, name, scope, currency }: AggregateKey): string {
  return `${kind} ${name} ${scope} ${currency ?? ""}`;
}

function limitText({ name, scope }: LimitKey): string {
  return `${name} ${scope}`;
}
