/** The operations of a shard, each with the secret fields and the defaults of its schemas. */
import { invariant } from "../base/invariant.ts";
import { type CanonicalForm, canonicalFormOf } from "../contract/declare/canonical_form.ts";
import { type Defaults, defaultsOf } from "../contract/declare/defaults.ts";
import type { Decision, WriteOperation } from "../contract/declare/operation.ts";
import { type PlainForm, plainFormOf } from "../contract/declare/plain_items.ts";
import type { ShardRegistry } from "../contract/declare/registry.ts";
import { type Secrets, secretsOf } from "../contract/declare/secrets.ts";
import type { Fact, StoredRecord } from "../contract/records/record.ts";
import { encodeRecord, type FactCodecs, recordBytesMax } from "../contract/records/record_codec.ts";
import type { ErrorCode } from "../contract/refusals/error_catalog.ts";
import type { Command } from "./command.ts";

/** A shorter secret is not looked for in records: its characters may stand there by chance. */
const SECRET_LENGTH_MIN = 8;

/** An operation, and what its schemas say of its input and of its answer. */
export type Step<S> = {
  operation: WriteOperation<S>;
  inputForm: CanonicalForm;
  plainForm: PlainForm | undefined;
  inputDefaults: Defaults | undefined;
  inputSecrets: Secrets | undefined;
  outputSecrets: Secrets | undefined;
};
type Forms = Omit<Step<unknown>, "operation">;

/**
 * By operation, what its schemas say: a simulation starts hundreds of shards in one thread, and would
 * spend an eighth of its time on reading the schemas again for each.
 */
const known = new WeakMap<object, Forms>();

/** The steps of a shard, each made when it is asked for the first time. */
export type Steps<S> = {
  /** Undefined where the shard has no such operation. Throws on an operation whose replays would show a secret. */
  get(id: string): Step<S> | undefined;
};

/**
 * The steps by operation id. Throws on a kind of effect whose outcome no operation records, and on work that no
 * operation resumes. To read all schemas at once would take a tenth of a shard's start.
 */
export function stepsOf<S>({ operations, effects }: ShardRegistry<S>): Steps<S> {
  for (const { kind, settledBy } of effects) {
    invariant(operations.has(settledBy), `an operation records the outcome of the effect ${kind}`);
  }
  for (const { id, lasting, respond } of operations.values()) {
    invariant(lasting === undefined || respond === undefined, `${id}: its answer has one origin`);
    if (lasting?.resumedBy === undefined) continue;
    const isThere = operations.has(lasting.resumedBy.operation);
    invariant(isThere, `${id}: an operation of the shard resumes its work`);
  }
  const made = new Map<string, Step<S>>();
  return {
    get(id) {
      const before = made.get(id);
      if (before !== undefined) return before;
      const operation = operations.get(id);
      if (operation === undefined) return undefined;
      const step = stepOf(operation);
      made.set(id, step);
      return step;
    },
  };
}

function stepOf<S>(operation: WriteOperation<S>): Step<S> {
  const forms = known.get(operation) ?? formsOf(operation);
  known.set(operation, forms);
  return { operation, ...forms };
}

function formsOf<S>(operation: WriteOperation<S>): Forms {
  const outputSecrets = secretsOf(operation.output, "output");
  invariant(
    outputSecrets === undefined || !isDerived(operation),
    `${operation.id}: an answer that is derived from its record shows no secret`,
  );
  const { path, query, body, plain } = operation;
  return {
    inputForm: canonicalFormOf([path, query, body]),
    plainForm: plain && plainFormOf(plain),
    inputDefaults: defaultsOf([path, query, body]),
    inputSecrets: secretsOf(body, "input"),
    outputSecrets,
  };
}

/** Whether records of the operation keep no reply, because it follows from what stands in the state. */
export function isDerived<S>({ respond, lasting }: WriteOperation<S>): boolean {
  return respond !== undefined || lasting !== undefined;
}

/** Throws when the bytes of a record that is about to be written hold one of the secrets. */
export function assertWithoutSecrets(
  record: StoredRecord,
  codecs: FactCodecs,
  secrets: readonly string[],
): void {
  const bytes = Buffer.alloc(recordBytesMax(record, codecs));
  const end = encodeRecord(record, codecs, bytes, 0);
  for (const secret of secrets) {
    if (secret.length < SECRET_LENGTH_MIN) continue;
    const asJson = JSON.stringify(secret).slice(1, -1);
    const isHeld = [secret, asJson].some((text) => bytes.subarray(0, end).includes(text));
    invariant(!isHeld, `the record of ${record.operation} holds no secret of its answer`);
  }
}

/**
 * Whether a request writes no record in the log. A decision without facts and effects writes none where it is
 * refused as `rate_limited`, so that its idempotency key is free for the same request later; and, without an
 * idempotency key, where its operation records only changes, or where a request of OAuth or by GET is refused.
 */
export function leavesNoRecord<S>(
  { oauth, http, recording }: WriteOperation<S>,
  decision: Decision<ErrorCode>,
  { idempotencyKey }: Pick<Command, "idempotencyKey">,
): boolean {
  const { refused, facts, effects = [] } = decision;
  if (facts.length > 0 || effects.length > 0) return false;
  if (refused && decision.code === "rate_limited") return true;
  if (idempotencyKey !== undefined) return false;
  return recording?.onlyChanges ?? (refused && (oauth !== undefined || http.method === "GET"));
}

/** Whether the edge, and not the shard, makes the answer to a plain success with these facts. */
export function isAnsweredByEdge<S>({ plain }: WriteOperation<S>, facts: readonly Fact[]): boolean {
  return plain?.answerTo !== undefined && (plain.isAnswerTo?.(facts) ?? true);
}
