/**
 * The outbox carries out what committed facts ask for, outside of the process, and reports how it
 * ended. What it owes follows from the log: the effects of a line are numbered, and a line has a
 * position, so that only an effect whose first attempt failed is kept by itself.
 */
import type { WebhookOutcome } from "./webhook_outcome.ts";

/** How one attempt at an effect ended, whatever the carrier: `error` is absent where it succeeded. */
export type AttemptOutcome = WebhookOutcome;

/** An effect that can be attempted. `payload` is all that the carrier of its kind needs. */
export type LineEffect = { number: number; payload: unknown };

/** An effect that waits for its next attempt, which is attempt number `attempt`, from 1. */
export type WaitingEffect = { number: number; attempt: number; dueMs: number };

/**
 * A line: the effects for one receiver, in the order of their numbers. All of its effects have one
 * kind, so one carrier and one schedule.
 */
export interface Line {
  /** Unique among all lines. */
  readonly key: string;
  readonly kind: string;
  /**
   * The effects with numbers above `after`, in order, at most `limit`; `passed` is the number up to
   * which everything is either among them or no effect of this line.
   */
  read(after: number, limit: number): { effects: readonly LineEffect[]; passed: number };
  /** One effect; undefined where it must not be attempted any more. */
  effect(number: number): LineEffect | undefined;
}

/** What is known of a line when it is opened. */
export type LineState = {
  /** Every effect up to this number is over, or waits by itself. */
  position: number;
  /** In any order. */
  waiting: readonly WaitingEffect[];
  /** Since when no attempt has succeeded although some failed, milliseconds UTC. */
  failingSinceMs?: number | undefined;
};

/** What becomes of an effect after an attempt. */
export type AfterAttempt =
  | { status: "delivered" }
  | { status: "pending"; dueMs: number }
  | { status: "exhausted" };

/** One attempt that is over. `attempt`: its number, from 1. */
export type AttemptReport = {
  number: number;
  attempt: number;
  outcome: AttemptOutcome;
  after: AfterAttempt;
};

/**
 * What happened to a line since the last report. Of the effects between the last position and
 * `position`, those that were attempted are in `attempts`; the others are no effects of the line.
 */
export type LineReport = {
  key: string;
  position: number;
  attempts: readonly AttemptReport[];
  /** The receiver is gone (it said so), or nothing has succeeded for too long: the line is to end. */
  givesUp?: "gone" | "exhausted";
};

/** Resolves when the reports are durable; rejects when it is not known whether they are. */
export type SendReports = (reports: readonly LineReport[]) => Promise<void>;

/** Carries out one attempt. Never rejects. `signal` ends the attempt early. */
export type AttemptCarrier = (payload: unknown, signal: AbortSignal) => Promise<AttemptOutcome>;

/** Pauses before each attempt, milliseconds; the first is the pause before the first attempt. */
export type AttemptSchedule = readonly number[];

/** How effects of one kind are carried out. */
export type EffectLineKind = { kind: string; carrier: AttemptCarrier; schedule: AttemptSchedule };
