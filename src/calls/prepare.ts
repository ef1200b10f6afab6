/**
 * Preparation of a write: work that needs randomness, secrets or much time runs in the read pool
 * before the write is sent, and its result goes to the shard beside the input. The request digest
 * of the idempotency key covers the input alone, so a repeated request is still the same request.
 */
import type { PreparationTools } from "../contract/preparation.ts";
import type { PrepareTask, Readers, TaskAnswer } from "../contract/reader_task.ts";
import { refuseUnavailable, retriedAfter } from "../contract/refusal.ts";
import type { Call } from "./call.ts";
import type { AnyOperation } from "./callable.ts";
import { type FaultLog, failCall } from "./failure.ts";

/**
 * Calls `go` with the result as JSON text, or refuses the call; then nothing was sent to the shard.
 */
export function whenPrepared(
  { readers, log }: { readers: Readers; log: FaultLog },
  call: Call,
  { id }: AnyOperation,
  input: Record<string, unknown>,
  go: (prepared: string) => void,
): void {
  const { caller } = call;
  const task: PrepareTask = {
    operation: id,
    input,
    ...(caller.kind === "operator" && { operatorUser: caller.user }),
  };
  const cancel = readers.run("prepare", task, (outcome) => {
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
  if (cancel === undefined) call.refuse(refuseBusy());
  else call.onGone = cancel;
}

/** Runs the preparation task, in a reader thread or in main. */
export async function preparedBy(
  operations: ReadonlyMap<string, AnyOperation>,
  tools: PreparationTools,
  { operation: id, input, operatorUser }: PrepareTask,
): Promise<TaskAnswer> {
  const operation = operations.get(id);
  if (operation?.type !== "write" || operation.prepare === undefined) {
    throw new Error(`${id} has no preparation`);
  }
  const prepared = await operation.prepare(input, { ...tools, operatorUser });
  return { kind: "prepared", text: JSON.stringify(prepared) };
}

function refuseBusy() {
  const message = "the request could not be prepared in time; retry with the same key";
  return retriedAfter(refuseUnavailable(message), 1);
}
