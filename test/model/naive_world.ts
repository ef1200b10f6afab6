/**
 * What the naive interpreter knows: plain maps, which a call copies as a whole before it changes them.
 * A call that is refused throws its copy away, so it is all or nothing without any thought.
 */
import type { Program } from "../../src/programs/program_schema.ts";
import type { Value } from "./naive_value.ts";

/** The guards and rules that a test may switch off, to see that the difference is found. */
export const GUARDS = [
  ...["ports", "party", "tiers", "subject_kinds", "transitions", "gates", "inputs"],
  ...["references", "claims", "congruence", "requirements", "partitions", "remainders"],
  ...["count_caps", "sum_caps", "aggregate_conditions", "limits", "draining", "balances"],
  ...["rounding", "split_caps", "moves_in_order", "row_order", "rows_of_rows", "once", "until"],
  ...["retries", "finally", "month_ends", "consents", "consent_limits", "timeouts", "auto"],
  ...["conditional_state", "set"],
  ...["reservations", "money_under_way", "payout_ends", "posted_first", "ended_objects"],
] as const;
export type Guard = (typeof GUARDS)[number];

/** `barred`: the code of what stands against the customer besides its status. */
export type Customer = {
  name: string;
  kind: string;
  tier: string;
  status: string;
  barred?: string | undefined;
};
export type Consent = {
  name: string;
  of: string;
  type: string;
  status: string;
  verified: boolean;
  maxAmount: bigint | undefined;
  maxTotal: bigint | undefined;
  maxCount: bigint | undefined;
  expiresAtMs: number | undefined;
  usedTotal: bigint;
  usedCount: bigint;
  /** A bank can collect by it. */
  hasMandate?: boolean;
};
export type NaiveObject = {
  objectId: string;
  kind: string;
  state: string;
  revision: number;
  createdAtMs: number;
  fields: Map<string, Value>;
  remainders: Map<string, bigint>;
  sums: Map<string, bigint>;
  /** Schedules of `once` whose rows were made. */
  made: Set<string>;
  /** Exclusive references that it holds. */
  claims: Set<string>;
};
export type Decision = {
  decisionId: string;
  objectId: string;
  gate: string;
  deadlineMs: number;
  status: "pending" | "approved" | "declined" | "timed_out";
  /** An approval lets one call run. */
  isUsed: boolean;
};
export type Row = {
  objectId: string;
  schedule: string;
  index: number;
  dueAtMs: number;
  /** From 1. */
  attempt: number;
};
export type Move = {
  label: string;
  amount: bigint;
  currency: string;
  from: string;
  to: string;
  book: string | undefined;
};

/** Money that an action pays to a beneficiary: on its account, and not to be spent, until it has ended. */
export type Payout = Move & {
  objectId: string;
  action: string;
  status: "processing" | "posted" | "failed" | "returned" | "cancelled";
};

export type World = {
  program: Program;
  off: ReadonlySet<Guard>;
  nowMs: number;
  customers: Map<string, Customer>;
  consents: Map<string, Consent>;
  objects: Map<string, NaiveObject>;
  decisions: Decision[];
  rows: Row[];
  /** All that accounts hold, with what payouts have reserved. */
  balances: Map<string, bigint>;
  payouts: Payout[];
  /** What is on an account, and limits do not count yet; less than nothing where they count what has gone. */
  uncounted: Map<string, bigint>;
};

export function newWorld(program: Program, nowMs: number, off: readonly Guard[]): World {
  return {
    program,
    off: new Set(off),
    nowMs,
    customers: new Map(),
    consents: new Map(),
    objects: new Map(),
    decisions: [],
    rows: [],
    balances: new Map(),
    payouts: [],
    uncounted: new Map(),
  };
}

/** The program and the guards are the same for ever. */
export function copyOf({ program, off, ...world }: World): World {
  return { ...deepCopy(world), program, off };
}

/** Of lists, maps, sets and plain objects: ten times as fast as `structuredClone`, as there is no detour over bytes. */
function deepCopy<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  return copyOfObject(value) as T;
}

function copyOfObject(value: object): object {
  if (Array.isArray(value)) return value.map(deepCopy);
  if (value instanceof Set) return new Set(value);
  if (value instanceof Map) {
    const copy = new Map();
    for (const [key, each] of value) copy.set(key, deepCopy(each));
    return copy;
  }
  const copy: Record<string, unknown> = { ...value };
  for (const key of Object.keys(copy)) copy[key] = deepCopy(copy[key]);
  return copy;
}

/** Takes over what a call left behind in its copy. */
export function keep(world: World, draft: World): void {
  Object.assign(world, draft);
}

export function nounOf(world: World, kind: string): Program["nouns"][string] {
  const noun = world.program.nouns[kind];
  if (noun === undefined) throw new Error(`the program has no ${kind}`);
  return noun;
}

export function objectOf(world: World, objectId: string): NaiveObject {
  const object = world.objects.get(objectId);
  if (object === undefined) throw new Error(`there is no ${objectId}`);
  return object;
}

export function subjectOf(world: World, object: NaiveObject): Customer | undefined {
  const field = nounOf(world, object.kind).subject?.field;
  return field === undefined ? undefined : world.customers.get(String(object.fields.get(field)));
}
