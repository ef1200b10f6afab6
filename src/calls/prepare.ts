/**
 * Preparation of a write: work that needs randomness, secrets or much time is done before the write is sent, by a
 * thread of the edge that does nothing else, or for the operator by main. The result goes to the shard beside the
 * input. The request digest of the idempotency key covers the input alone, so a repeated request is still the same
 * request.
 */
import { hash } from "node:crypto";
import { environmentOf } from "../access/permission.ts";
import type { ThreadTools } from "../access/preparation.ts";
import { invariant } from "../base/invariant.ts";
import { ipText } from "../base/ip_address.ts";
import type { FetchedDocument, FetchRules } from "../contract/declare/fetched_document.ts";
import type { PreparationTools } from "../contract/declare/preparation.ts";
import type { PrepareTask, Readers, TaskAnswer } from "../contract/declare/reader_task.ts";
import { refuseUnavailable, retriedAfter } from "../contract/refusals/refusal.ts";
import type { Snapshot } from "../contract/tables/snapshot.ts";
import type { Call } from "./call.ts";
import type { AnyOperation, AnyWrite } from "./callable.ts";
import { failCall } from "./failure.ts";
import { type ReadableParts, whenReadable } from "./readable.ts";
import type { CallTarget, Shards } from "./target.ts";

/** The longest text of `User-Agent` that is kept, characters. */
export const USER_AGENT_MAX = 200;
/** The length of the name of a request, hexadecimal digits. */
const REQUEST_NAME_LENGTH = 32;

export type PreparingParts = ReadableParts & {
  readers: Readers;
  shards: Shards;
  /** Asks the outbox for documents; absent where no write that is served needs one. */
  documents?: Documents;
};

/** The documents that preparations need. `fetch` never rejects. */
export type Documents = FetchRules & { fetch(url: string): Promise<FetchedDocument> };

/**
 * Calls `go` with the result as JSON text, or refuses the call; then nothing was sent to the shard.
 * `target`: where the write acts, and where its preparation reads.
 */
export function whenPrepared(
  parts: PreparingParts,
  call: Call,
  operation: AnyWrite,
  target: CallTarget,
  input: Record<string, unknown>,
  go: (prepared: string) => void,
): void {
  const { caller, environment, userAgent, idempotencyKey } = call;
  const task: PrepareTask = {
    operation: operation.id,
    input,
    caller,
    environment: environmentOf(caller, environment),
    from: { address: ipText(call.address), userAgent: userAgent.slice(0, USER_AGENT_MAX) },
    nowMs: parts.nowMs(),
    idempotencyKey,
  };
  const { documents } = parts;
  const url = documents && operation.preparesWith?.documentAt?.(input, documents);
  if (documents === undefined || url === undefined) {
    whenReadableTo(parts, call, operation, target, task, go);
    return;
  }
  documents.fetch(url).then(
    (fetched) => {
      if (!call.isFinished) {
        whenReadableTo(parts, call, operation, target, { ...task, fetched }, go);
      }
    },
    (cause) => failCall(parts.log, call, cause),
  );
}

function whenReadableTo(
  parts: PreparingParts,
  call: Call,
  operation: AnyWrite,
  { shard, realmKey }: CallTarget,
  task: PrepareTask,
  go: (prepared: string) => void,
): void {
  if (operation.preparesWith?.snapshot !== true) {
    runTask(parts, call, task, go);
    return;
  }
  const needs = { keys: [], realmKey, requestLog: false };
  whenReadable(parts, call, parts.shards.couriers.get(shard), needs, ({ sequence }) =>
    runTask(parts, call, { ...task, reads: { shard, realmKey, sequence } }, go),
  );
}

function runTask(
  { readers, log }: PreparingParts,
  call: Call,
  task: PrepareTask,
  go: (prepared: string) => void,
): void {
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

/**
 * What a preparation reads: a snapshot, and the number of the realm that the call acts in. `keepFile`:
 * writes beside the log of the same shard; absent in a thread that writes no files.
 */
export type PreparationView = {
  snapshot: Snapshot;
  realm: number | undefined;
  keepFile?: PreparationTools["keepFile"];
};

/** Runs the preparation task, in a reader thread or in main. `view`: opens what the task may read. */
export async function preparedBy(
  operations: ReadonlyMap<string, AnyOperation>,
  tools: (nowMs: number) => ThreadTools,
  task: PrepareTask,
  view: (reads: NonNullable<PrepareTask["reads"]>) => PreparationView,
): Promise<TaskAnswer> {
  const { operation: id, input, caller, environment, from, nowMs, reads, fetched } = task;
  const operation = operations.get(id);
  if (operation?.type !== "write" || operation.prepare === undefined) {
    throw new Error(`${id} has no preparation`);
  }
  const opened = reads === undefined ? undefined : view(reads);
  const { limitsGuesses } = operation;
  const { guesses, ...made } = tools(nowMs);
  const prepared = await operation.prepare(input, {
    ...made,
    guessing() {
      invariant(limitsGuesses !== undefined, `${id} declares that it limits guesses`);
      return guesses;
    },
    caller,
    environment,
    from,
    nowMs,
    fetched,
    realm: opened?.realm,
    realmKey: reads?.realmKey,
    requestName() {
      invariant(opened !== undefined, `${id} declares that its preparation reads`);
      const named = `${reads?.realmKey} ${opened.realm} ${task.idempotencyKey}`;
      return hash("sha256", named, "hex").slice(0, REQUEST_NAME_LENGTH);
    },
    snapshot() {
      invariant(opened !== undefined, `${id} declares that its preparation reads`);
      return opened.snapshot;
    },
    keepFile(owner, sealed) {
      invariant(opened?.keepFile !== undefined, `${id} is prepared where files may be written`);
      return opened.keepFile(owner, sealed);
    },
    operatorUser: caller.kind === "operator" ? caller.user : undefined,
  });
  return { kind: "prepared", text: JSON.stringify(prepared) };
}

function refuseBusy() {
  const message = "the request could not be prepared in time; retry with the same key";
  return retriedAfter(refuseUnavailable(message), 1);
}
