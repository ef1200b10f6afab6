/**
 * A read that runs in the read pool: hands it over, and answers with what comes back. A client that
 * goes away takes its task with it.
 */
import type { Authenticated } from "../access/credential_table.ts";
import type { Place } from "../base/id.ts";
import { type ReadOperation, type Refusal, refuse } from "../contract/operation.ts";
import type { ReadTask, TaskOutcome } from "../contract/reader_task.ts";
import { prefersJson } from "./accept.ts";
import type { Answer } from "./answer.ts";
import { sendBody } from "./body_writer.ts";
import type { Edge } from "./edge.ts";

// biome-ignore lint/suspicious/noExplicitAny: reads of every input type pass here
type AnyRead = ReadOperation<any, any, any>;

export type PoolRead = {
  operation: AnyRead;
  caller: Authenticated;
  input: Record<string, unknown>;
  located: Place;
  /** The frame that the answer must show. */
  sequence: number;
};

export function answerFromPool(
  answer: Answer,
  edge: Edge,
  { operation, caller, input, located, sequence }: PoolRead,
): void {
  const { file } = operation;
  const asJson = file === undefined || prefersJson(answer.headers?.accept ?? "", file.mediaType);
  const task: ReadTask = {
    operation: operation.id,
    input,
    form: asJson ? "json" : "file",
    shard: caller.shard,
    sequence,
    located,
    nowMs: edge.parts.nowMs(),
    principal: caller.principal,
    product: caller.product,
    apiKey: caller.key,
  };
  runInPool(answer, edge, "read", task);
}

/**
 * Runs a task of any kind for a request, and answers the request with its outcome; `refused` may
 * answer a refusal otherwise than operations do.
 */
export function runInPool(
  answer: Answer,
  edge: Edge,
  kind: string,
  task: object,
  refused: (refusal: Refusal) => void = (refusal) => answer.refuse(refusal),
): void {
  const giveUp = edge.parts.readers.run(kind, task, (outcome) => {
    answer.onGone = undefined;
    for (const fault of faultsOf(outcome)) {
      edge.parts.log.fault("a reader met a fault", new Error(fault));
    }
    answerOutcome(answer, outcome, refused);
  });
  if (giveUp === undefined) unavailable(answer, "too many long reads are under way");
  else answer.onGone = giveUp;
}

function faultsOf(outcome: TaskOutcome): readonly string[] {
  return outcome.kind === "body" ? (outcome.faults ?? []) : [];
}

function answerOutcome(
  answer: Answer,
  outcome: TaskOutcome,
  refused: (refusal: Refusal) => void,
): void {
  switch (outcome.kind) {
    case "body":
      sendBody(answer, outcome);
      return;
    case "refused":
      refused(outcome.refusal);
      return;
    case "late":
    case "stopped":
      unavailable(answer, "the read took too long");
      return;
    case "damaged":
      answer.failDamaged(new Error(outcome.reason));
      return;
    case "failed":
      answer.fail(outcome.error);
  }
}

function unavailable(answer: Answer, why: string): void {
  const refusal = refuse("resource_reader_unavailable", `${why}; retry later`, { reader: "pool" });
  answer.refuse(refusal, "\r\nretry-after: 1");
}
