/** What a simulation answers: what each step did, in JSON, and how things stand at the end. */
import { isoTime } from "../../base/iso_time.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import { type CompiledProgram, nounOf } from "./compiled_program.ts";
import type { HeldCollection, HeldPayout } from "./memory_world.ts";
import type { ObjectRecord } from "./object_record.ts";
import type { Outcome } from "./outcome.ts";
import { fieldsToJson, type Json } from "./values.ts";

export type TraceMove = {
  label: string;
  amount: string;
  currency: string;
  from: string;
  to: string;
  book?: string;
};

export type TraceState = {
  objectId: string;
  kind: string;
  state: string;
  revision: number;
  remainders: Record<string, string>;
  /** Sums of the scope `self`. */
  aggregates: Record<string, string>;
};

/** Fields are told at the end alone: an answer would else have them as often as it has steps. */
export type TraceObject = TraceState & { fields: Record<string, Json> };

export type TraceRefusal = { code: string; message: string; details: Record<string, unknown> };

/** What came of a call, of the scenario or of the clock. */
export type TraceResult = {
  outcome: "succeeded" | "refused";
  moves: TraceMove[];
  state?: string;
  decision?: { decisionId: string; gate: string; deadline: string };
  /** Rows that the call made. */
  schedules?: { schedule: string; index: number; dueAt: string }[];
} & Partial<TraceRefusal>;

/** What the clock ran: a row, an attempt of one, or a call by itself. */
export type TraceRun = TraceResult & {
  at: string;
  objectId: string;
  action: string;
  /** What started it: a row, the last failure of a row, a decision that was approved, a payout or a collection that has ended. */
  cause: "row" | "finally" | "approval" | "payout" | "collection";
  schedule?: string;
  index?: number;
  /** From 1. */
  attempt?: number;
  /** The payout that has ended, and how. */
  payout?: { payoutId: string; label: string; ended: string };
  collection?: {
    collectionId: string;
    consentId: string;
    amount: string;
    currency: string;
    /** `processing`: a bank was asked by a mandate, and the row waits; later runs say how that ended. */
    status: "collected" | "failed" | "processing" | "returned";
  };
};

export type TraceStep = TraceResult & {
  /** Its number, from 0. */
  step: number;
  /** In words: `create invoice`. */
  does: string;
  /** The Product's clock after the step. */
  at: string;
  /** The object of the step, after it. */
  object?: TraceState;
  /** What the clock ran in the step. */
  ran: TraceRun[];
  /** Rows that had nothing to do, and decisions whose time was over. */
  skipped: { objectId: string; schedule: string; index: number; why: string }[];
  timedOut: { decisionId: string; objectId: string; gate: string }[];
  /** Whether what the step expects holds, and what does not; absent where it expects nothing. */
  holds?: boolean;
  unmet?: string[];
};

export type Trace = {
  /** Whether every expectation holds. */
  holds: boolean;
  at: string;
  steps: TraceStep[];
  /**
   * By account: `product.revenue.USD`, `customer(ada).customer_balance.USD`,
   * `invoice-1.own.escrow.USD`, `account(acct_1).USD`.
   */
  balances: Record<string, string>;
  objects: TraceObject[];
  consents: { consentId: string; status: string; usedTotal: string; usedCount: number }[];
  decisions: { decisionId: string; objectId: string; gate: string; status: string }[];
  /** What actions have paid to beneficiaries; absent where none did. */
  payouts?: TracePayout[];
  /** What banks were asked for by mandates; absent where none was. */
  collections?: TraceDebit[];
};

export type TraceDebit = {
  collectionId: string;
  objectId: string;
  label: string;
  consentId: string;
  amount: string;
  currency: string;
  to: string;
  status: string;
};

export function traceOfCollection(collection: HeldCollection): TraceDebit {
  const { collectionId, objectId, label, consentId, amount, currency, to, status } = collection;
  return {
    ...{ collectionId, objectId, label, consentId },
    ...{ amount: String(amount), currency, to: to.key, status },
  };
}

export type TracePayout = {
  payoutId: string;
  objectId: string;
  action: string;
  label: string;
  amount: string;
  currency: string;
  from: string;
  to: string;
  status: string;
};

export function traceOfPayout({ transfer, status, ...payout }: HeldPayout): TracePayout {
  const { payoutId, objectId, action, label } = payout;
  const { amount, currency, from, to } = transfer;
  return {
    ...{ payoutId, objectId, action, label },
    ...{ amount: String(amount), currency, from: from.key, to: to.key, status },
  };
}

export function traceOf(outcome: Outcome): TraceResult {
  const { moves, object, rows } = outcome;
  return {
    outcome: "succeeded",
    state: object.state,
    moves: moves.map(({ label, amount, currency, from, to, book }) => ({
      label,
      amount: String(amount),
      currency,
      from: from.key,
      to: to.key,
      ...(book !== undefined && { book }),
    })),
    ...(rows.length > 0 && {
      schedules: rows.map(({ schedule, index, dueAtMs }) => ({
        schedule,
        index,
        dueAt: isoTime(dueAtMs),
      })),
    }),
  };
}

export function traceOfRefusal({ code, message, details }: Refusal): TraceResult {
  return { outcome: "refused", code, message, details, moves: [] };
}

export function traceOfState(object: ObjectRecord): TraceState {
  const { objectId, kind, state, revision, remainders, sums } = object;
  return {
    objectId,
    kind,
    state,
    revision,
    remainders: amountsOf(remainders),
    aggregates: amountsOf(sums),
  };
}

export function traceOfObject(program: CompiledProgram, object: ObjectRecord): TraceObject {
  const { kind, fields } = object;
  return { ...traceOfState(object), fields: fieldsToJson(fields, nounOf(program, kind).fields) };
}

function amountsOf(amounts: ReadonlyMap<string, bigint>): Record<string, string> {
  return Object.fromEntries([...amounts].map(([name, amount]) => [name, String(amount)]));
}
