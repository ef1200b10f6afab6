/**
 * What is compared of two traces: everything but the words of messages, the ids that a simulation makes up, and
 * expectations. Accounts, remainders and sums with nothing are
 * left out.
 */
import type {
  Trace,
  TraceMove,
  TracePayout,
  TraceResult,
  TraceRun,
  TraceStep,
} from "../../src/programs/run/trace.ts";

export type PlainObject = {
  objectId: string;
  kind: string;
  state: string;
  revision: number;
  /** At the end of a trace alone. */
  fields?: Record<string, unknown>;
  remainders: Record<string, string>;
  aggregates: Record<string, string>;
};
export type PlainResult = {
  outcome: "succeeded" | "refused";
  code?: string;
  state?: string;
  moves: TraceMove[];
  schedules?: { schedule: string; index: number; dueAt: string }[];
  decision?: { gate: string; deadline: string };
};
export type PlainRun = PlainResult & {
  at: string;
  objectId: string;
  action: string;
  cause: string;
  schedule?: string;
  index?: number;
  attempt?: number;
  payout?: { label: string; ended: string };
  collection?: { consentId: string; amount: string; status: string };
};
export type PlainStep = PlainResult & {
  at: string;
  object?: PlainObject;
  ran: PlainRun[];
  skipped: { objectId: string; schedule: string; index: number }[];
  timedOut: { objectId: string; gate: string }[];
};
export type PlainTrace = {
  steps: PlainStep[];
  balances: Record<string, string>;
  consents: { consentId: string; status: string; usedTotal: string; usedCount: number }[];
  decisions: { objectId: string; gate: string; status: string }[];
  payouts: PlainPayout[];
  objects: PlainObject[];
};
export type PlainPayout = Omit<TracePayout, "payoutId">;

export function plainTrace({
  steps,
  balances,
  consents,
  decisions,
  payouts,
  objects,
}: Trace): PlainTrace {
  return {
    steps: steps.map(plainStep),
    balances: Object.fromEntries(
      Object.entries(balances)
        .filter(([, balance]) => balance !== "0")
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
    consents: consents.map(({ consentId, status, usedTotal, usedCount }) => ({
      consentId,
      status,
      usedTotal,
      usedCount,
    })),
    decisions: decisions.map(({ objectId, gate, status }) => ({ objectId, gate, status })),
    payouts: (payouts ?? []).map(({ payoutId: _, ...payout }) => payout),
    objects: objects.map(plainObject),
  };
}

function plainObject({ remainders, aggregates, ...object }: PlainObject): PlainObject {
  const some = (amounts: Record<string, string>) =>
    Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== "0"));
  return { ...object, remainders: some(remainders), aggregates: some(aggregates) };
}

function plainStep(step: TraceStep): PlainStep {
  const { at, object, ran, skipped, timedOut } = step;
  return {
    ...plainResult(step),
    at,
    ...(object && { object: plainObject(object) }),
    ran: ran.map(plainRun),
    skipped: skipped.map(({ objectId, schedule, index }) => ({ objectId, schedule, index })),
    timedOut: timedOut.map(({ objectId, gate }) => ({ objectId, gate })),
  };
}

function plainResult({
  outcome,
  code,
  state,
  moves,
  schedules,
  decision,
}: TraceResult): PlainResult {
  return {
    outcome,
    ...(code !== undefined && { code }),
    ...(state !== undefined && { state }),
    moves,
    ...(schedules && { schedules }),
    ...(decision && { decision: { gate: decision.gate, deadline: decision.deadline } }),
  };
}

function plainRun(run: TraceRun): PlainRun {
  const { at, objectId, action, cause, schedule, index, attempt, payout, collection } = run;
  return {
    ...plainResult(run),
    at,
    objectId,
    action,
    cause,
    ...(schedule !== undefined && { schedule }),
    ...(index !== undefined && { index }),
    ...(attempt !== undefined && cause === "row" && { attempt }),
    ...(payout && { payout: { label: payout.label, ended: payout.ended } }),
    ...(collection && {
      collection: {
        consentId: collection.consentId,
        amount: collection.amount,
        status: collection.status,
      },
    }),
  };
}
