/**
 * What an edge hands to a reader thread, and what comes back. A kind of task is the name of a
 * function that the readers' program exports; each takes a task with a `TaskControl` and gives a
 * `TaskAnswer`.
 */
import type { Place } from "../base/id.ts";
import type { Caller } from "./caller.ts";
import type { Principal, ProductView } from "./principal.ts";
import type { Refusal } from "./refusal.ts";

/** Beside every task: when to stop. Both threads see `stop`. */
export type TaskControl = {
  /** 1 at index 0 once nobody waits for the answer any more. */
  stop: Int32Array;
  /** From then on nobody waits either, milliseconds UTC. */
  deadlineMs: number;
};

/** The task `read`: one declared read. `sequence` is the frame that its snapshot must show. */
export type ReadTask = {
  operation: string;
  input: Record<string, unknown>;
  /** Which of a file's two forms is wanted; a read that is no file is always JSON. */
  form: "file" | "json";
  shard: number;
  scopeKey: string;
  sequence: number;
  located: Place;
  nowMs: number;
  caller: Caller;
  /** The caller and the names of the scope, and its Product where it has one. */
  principal: Principal;
  product: ProductView | undefined;
};

/** The task `prepare`: the preparation of one write. */
export type PrepareTask = { operation: string; input: Record<string, unknown> };

/** Bytes that the thread gave away, or a file that whoever takes the answer must delete. */
export type TaskBody =
  | { size: number; bytes: Uint8Array }
  | { size: number; path: string; bytes?: never };

export type TaskAnswer =
  | { kind: "refused"; refusal: Refusal }
  /** `headers` are lines "name: value", each after "\r\n"; `faults` are for the log alone. */
  | { kind: "body"; contentType: string; headers: string; body: TaskBody; faults?: string[] }
  /** What was to be read is not what was written; `reason` is for the log alone. */
  | { kind: "damaged"; reason: string }
  /** JSON text of what an operation's `prepare` gave. */
  | { kind: "prepared"; text: string }
  | { kind: "stopped" };

/** How a task ended: with an answer, too late, or by a fault of the thread. */
export type TaskOutcome = TaskAnswer | { kind: "late" } | { kind: "failed"; error: Error };

/** The readers as an edge sees them. */
export interface Readers {
  /**
   * Queues a task; undefined when the queue is full. `settle` is called once, unless the returned
   * function is called first: it says that nobody waits any more.
   */
  run(kind: string, task: object, settle: (outcome: TaskOutcome) => void): (() => void) | undefined;
}
