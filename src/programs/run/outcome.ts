/**
 * The effects of a call of a program, which the caller of the engine carries out as one step: none has happened yet.
 */
import type { Account } from "./account.ts";
import type { ObjectRecord } from "./object_record.ts";
import type { AggregateKey, ClaimKey, LimitKey } from "./world.ts";

export type Outcome = {
  /** `create`, or the action. */
  action: string;
  /** The object after the call. */
  object: ObjectRecord;
  /** Absent of a creation. */
  stateBefore: string | undefined;
  /** The transfers, in the order in which they are made; the amount of each is above zero. */
  moves: readonly PlannedTransfer[];
  /** The changes of counts and sums over a subject or the Product. */
  aggregates: readonly (AggregateKey & { change: bigint })[];
  limits: readonly (LimitKey & { change: bigint })[];
  claimed: readonly ClaimKey[];
  released: readonly ClaimKey[];
  /** The accounts that a creation opens. */
  ownAccounts: readonly { name: string; currency: string }[];
  opened: OpenedDecision | undefined;
  /** The decision whose approval the call uses up. */
  usedDecisionId: string | undefined;
  rows: readonly PlannedRow[];
};

export type PlannedTransfer = {
  /** Of the move, or of the part of its split list; no two of an action are the same. */
  label: string;
  /** The label of the move. */
  move: string;
  amount: bigint;
  currency: string;
  from: Account;
  to: Account;
  book: string | undefined;
};

export type OpenedDecision = {
  gate: string;
  by: readonly string[];
  deadlineMs: number;
  onTimeout: "decline" | "approve";
};

/**
 * A row of a schedule. `round`: which time it is that the schedule makes rows for the object, from
 * 1.
 */
export type PlannedRow = { schedule: string; round: number; index: number; dueAtMs: number };

/** Whether the action would run now. `refusal`: the answer that it would get instead. */
export type AllowedAction = { action: string } & (
  | { allowed: true }
  | { allowed: false; code: string; message: string; details: Record<string, unknown> }
);
