/**
 * Runs a call's task in the read pool and answers the call with the task's outcome. When the client
 * goes away, its task is cancelled.
 */
import type { Readers, TaskOutcome } from "../contract/declare/reader_task.ts";
import type { Proving } from "../contract/records/tree_head.ts";
import { type Refusal, refuse, retriedAfter } from "../contract/refusals/refusal.ts";
import type { Call } from "./call.ts";
import { type FaultLog, failCall, failDamaged, failUnmounted } from "./failure.ts";

export type PoolParts = { readers: Readers; log: FaultLog };

/** What is done with an answer that is no body. */
type Ends = {
  /** Answers a refusal; a protocol passes its own where its refusals have another form. */
  refused?(refusal: Refusal): void;
  /** Asks the tree of the log for what the answer needs of it; absent where no task needs any. */
  proving?(proving: Proving): void;
};

export function runInPool(
  { readers, log }: PoolParts,
  call: Call,
  kind: string,
  task: object,
  ends: Ends = {},
): void {
  const cancel = readers.run(kind, task, (outcome) => {
    call.onGone = undefined;
    const faults = outcome.kind === "body" ? (outcome.faults ?? []) : [];
    for (const text of faults) log.fault("a reader met a fault", new Error(text));
    settle(log, call, outcome, ends);
  });
  if (cancel === undefined) call.refuse(refuseLong("too many long reads are under way"));
  else call.onGone = cancel;
}

function settle(
  log: FaultLog,
  call: Call,
  outcome: TaskOutcome,
  { refused = (refusal) => call.refuse(refusal), proving }: Ends,
): void {
  switch (outcome.kind) {
    case "body":
      call.deliver(outcome);
      return;
    case "refused":
      refused(outcome.refusal);
      return;
    case "proving":
      if (proving === undefined) failCall(log, call, new Error("a task without a tree proves"));
      else proving(outcome.proving);
      return;
    case "late":
    case "stopped":
      call.refuse(refuseLong("the read took too long"));
      return;
    case "damaged":
      failDamaged(log, call, new Error(outcome.reason));
      return;
    case "unmounted":
      failUnmounted(log, call, outcome.segment, new Error(outcome.reason));
      return;
    case "prepared":
      failCall(log, call, new Error("a read was answered by a preparation"));
      return;
    case "failed":
      failCall(log, call, outcome.error);
  }
}

function refuseLong(why: string): Refusal<"resource_reader_unavailable"> {
  const message = `${why}; retry later`;
  return retriedAfter(refuse("resource_reader_unavailable", message, { reader: "pool" }), 1);
}
