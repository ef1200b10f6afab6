/**
 * The messages between an edge and a reader thread. The kind of a task is the name of a function
 * that the readers' program exports. Each such function takes a task and a `TaskControl`, and
 * returns a `TaskAnswer`.
 */
import type { Place } from "../../base/id.ts";
import type { Proving } from "../records/tree_head.ts";
import type { Refusal } from "../refusals/refusal.ts";
import type { Caller } from "./caller.ts";
import type { FetchedDocument } from "./fetched_document.ts";
import type { CallOrigin } from "./preparation.ts";
import type { Environment, Principal, ProductView } from "./principal.ts";

/** Given with every task: when the task may stop. Both threads share `stop`. */
export type TaskControl = {
  /** Index 0 is 1 once nobody waits for the answer any more. */
  stop: Int32Array;
  /** The time after which nobody waits for the answer, milliseconds UTC. */
  deadlineMs: number;
};

/** What a GET says of a part of a file: its headers `Range` and `If-Range`, the latter "" where it was not sent. */
export type RangeAsked = { range: string; ifRange: string };

/** The task `read`: runs one declared read. `sequence` is the frame that the snapshot must show. */
export type ReadTask = {
  operation: string;
  input: Record<string, unknown>;
  /** Which of the two forms of a file the client wants; "json" for a read that answers no file. */
  form: "file" | "json";
  /** The part of a file that is asked for; absent where the whole is. */
  range?: RangeAsked;
  shard: number;
  realmKey: string;
  sequence: number;
  located: Place;
  nowMs: number;
  caller: Caller;
  /** The caller's credential and the names of the realm. */
  principal: Principal;
  /** The environment that is asked for. */
  environment: Environment;
  product: ProductView | undefined;
};

/** The task `prepare`: the preparation of one write. */
export type PrepareTask = {
  operation: string;
  input: Record<string, unknown>;
  caller: Caller;
  /** The environment that is asked for. */
  environment: Environment;
  from: CallOrigin;
  nowMs: number;
  /** "" where none was sent; absent of a command of the operator. */
  idempotencyKey?: string;
  /** What the preparation may read; absent where the operation's preparation reads nothing. */
  reads?: { shard: number; realmKey: string; sequence: number };
  /** What was fetched for it; absent where the operation's preparation needs no document. */
  fetched?: FetchedDocument;
};

/**
 * Bytes whose memory moved to the edge, or a file that the edge must delete after use; or, with `isKept`, `size` bytes of
 * a file from the byte `from` on, which stays.
 */
export type TaskBody =
  | { size: number; bytes: Uint8Array }
  | { size: number; path: string; bytes?: never; from?: number; isKept?: true };

export type TaskAnswer =
  | { kind: "refused"; refusal: Refusal }
  /**
   * `headers` are lines "name: value", each after "\r
   * ". `faults` go only to the process's log. Without `status` it is 200.
   */
  | {
      kind: "body";
      status?: number;
      contentType: string;
      headers: string;
      body: TaskBody;
      faults?: string[];
    }
  /** The stored data is damaged. `reason` goes only to the process's log. */
  | { kind: "damaged"; reason: string }
  /** A segment of the log is not mounted: its name. `reason` goes only to the process's log. */
  | { kind: "unmounted"; segment: string; reason: string }
  /** The answer needs a proof from the log's tree, which the edge asks for. */
  | { kind: "proving"; proving: Proving }
  /** JSON text of the result of the operation's `prepare`. */
  | { kind: "prepared"; text: string }
  | { kind: "stopped" };

/** How a task ended: with an answer, after its deadline (`late`), or with a fault of the thread. */
export type TaskOutcome = TaskAnswer | { kind: "late" } | { kind: "failed"; error: Error };

/** The reader threads as an edge sees them. */
export interface Readers {
  /**
   * Queues a task; returns undefined when the queue is full. The returned function cancels the
   * task. `settle` is called once, unless the task is cancelled before.
   */
  run(kind: string, task: object, settle: (outcome: TaskOutcome) => void): (() => void) | undefined;
}
