/**
 * Preparation of a write: what needs chance, secrets or much time is done in the read pool before the
 * actor is asked, and its result goes to the actor beside the input. The key of idempotency knows the
 * input alone, so that a request that is sent again is the same request.
 */
import type { PreparationTools } from "../contract/preparation.ts";
import type { PrepareTask, Readers, TaskAnswer } from "../contract/reader_task.ts";
import { refuse, retriedAfter } from "../contract/refusal.ts";
import type { Call } from "./call.ts";
import type { AnyOperation } from "./callable.ts";
import { type FaultLog, failCall } from "./failure.ts";

/** Calls `go` with JSON text, or refuses the call: nothing was sent to the actor then. */
export function whenPrepared(
  { readers, log }: { readers: Readers; log: FaultLog },
  call: Call,
  { id }: AnyOperation,
  input: Record<string, unknown>,
  go: (prepared: string) => void,
): void {
  const task: PrepareTask = { operation: id, input };
  const giveUp = readers.run("prepare", task, (outcome) => {
    call.onGone = undefined;
    switch (outcome.kind) {
      case "prepared":
        if (!call.isFinished) go(outcome.text);
        return;
      case "refused":
        call.refuse(outcome.refusal);
        return;
      case "failed":
        failCall(log, call, outcome.error);
        return;
      default:
        call.refuse(refuseBusy());
    }
  });
  if (giveUp === undefined) call.refuse(refuseBusy());
  else call.onGone = giveUp;
}

/** The task itself, in whatever thread it runs. */
export async function preparedBy(
  operations: ReadonlyMap<string, AnyOperation>,
  tools: PreparationTools,
  { operation: id, input }: PrepareTask,
): Promise<TaskAnswer> {
  const operation = operations.get(id);
  if (operation?.type !== "write" || operation.prepare === undefined) {
    throw new Error(`${id} has no preparation`);
  }
  return { kind: "prepared", text: JSON.stringify(await operation.prepare(input, tools)) };
}

function refuseBusy() {
  const message = "the request could not be prepared in time; retry with the same key";
  return retriedAfter(refuse("ledger_unavailable", message), 1);
}
