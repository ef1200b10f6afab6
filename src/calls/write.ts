/** Sends a write to its shard as an envelope; the shard's reply answers the call. */
import { hash } from "node:crypto";
import { timeMsOfSuffix } from "../base/id.ts";
import { uuidOfHex } from "../base/uuid.ts";
import type { Made } from "../contract/declare/aspects/plain.ts";
import { actorOf } from "../contract/declare/caller.ts";
import { secretsOf } from "../contract/declare/secrets.ts";
import { REPLY_PLAIN } from "../contract/messages/envelope.ts";
import { envelopeText, plainText, whoText } from "../contract/messages/envelope_text.ts";
import { PLATFORM_REALM_KEY } from "../contract/records/platform_realm.ts";
import { type Refusal, refuseUnavailable, retriedAfter } from "../contract/refusals/refusal.ts";
import type { ReplyTaker } from "../placement/courier.ts";
import type { Call } from "./call.ts";
import type { ValidInput } from "./call_input.ts";
import type { AnyWrite } from "./callable.ts";
import { type PreparingParts, whenPrepared } from "./prepare.ts";
import type { CallTarget } from "./target.ts";

export type WriteParts = PreparingParts;

/**
 * Prepares the write where it declares `prepare`, and sends it; refuses the call when it cannot. `bound`: a `Bound`
 * in JSON, of a call of an agent that a person has approved.
 */
export function sendWrite(
  parts: WriteParts,
  call: Call,
  operation: AnyWrite,
  target: CallTarget,
  input: ValidInput,
  bound?: string,
): void {
  if (operation.prepare === undefined) post(parts, call, operation, target, input, "", bound);
  else {
    whenPrepared(parts, call, operation, target, input.value, (prepared) =>
      post(parts, call, operation, target, input, prepared, bound),
    );
  }
}

function post(
  { shards, nowMs }: WriteParts,
  call: Call,
  operation: AnyWrite,
  target: CallTarget,
  { value, text }: ValidInput,
  prepared: string,
  bound: string | undefined,
): void {
  // The client went away before anything was decided: it gets no answer, so nothing may happen.
  if (call.isFinished) return;
  const { plain, id } = operation;
  const { requestId } = call;
  const key = keyOf(call, target);
  const plainInput = plain === undefined ? undefined : plainText(plain, value);
  const isPlain = plainInput !== undefined;
  const who = whoOf(call, target);
  const input = plainInput ?? sentText(operation, { value, text });
  const told = { operation: id, requestId, who, key, input, isPlain, prepared };
  const envelope = envelopeText(bound === undefined ? told : { ...told, bound });
  const answer = isPlain ? plain?.answerTo?.(value) : undefined;
  const taker = answer === undefined ? call : new PlainWrite(call, target, answer);
  if (shards.couriers.get(target.shard)?.send(envelope, taker, nowMs()) !== true) {
    call.refuse(LEDGER_TAKES_NO_MORE);
  } else call.posted?.();
}

/**
 * The input as JSON; without its secrets where they end with the preparation, so that long content is
 * neither copied to the shard's thread nor parsed there.
 */
function sentText({ secrets, body }: AnyWrite, { value, text }: ValidInput): string {
  if (secrets?.endInPrepare !== true) return text;
  return JSON.stringify(secretsOf(body, "input")?.removedFrom(value) ?? value);
}

/** Takes the reply to a plain write, and makes the answer where the shard has sent none. */
class PlainWrite implements ReplyTaker {
  readonly #call: Call;
  readonly #target: CallTarget;
  readonly #answer: (made: Made) => string | Uint8Array;

  constructor(call: Call, target: CallTarget, answer: (made: Made) => string | Uint8Array) {
    this.#call = call;
    this.#target = target;
    this.#answer = answer;
  }

  get isFinished(): boolean {
    return this.#call.isFinished;
  }

  onReply(status: number, flags: number, suffix: string, body: string): void {
    if ((flags & REPLY_PLAIN) === 0) {
      this.#call.onReply(status, flags, suffix, body);
      return;
    }
    const answer = this.#answerOf(suffix);
    if (typeof answer === "string") this.#call.onReply(status, flags, suffix, answer);
    else this.#call.onReply(status, flags, suffix, "", answer);
  }

  onNoReply(): void {
    this.#call.onNoReply();
  }

  #answerOf(suffix: string): string | Uint8Array {
    const { principal: names, shard } = this.#target;
    const actor = actorOf(this.#call.caller, shard);
    return this.#answer({ suffix, timeMs: timeMsOfSuffix(suffix), names, actor });
  }
}

/**
 * The idempotency key as the shard knows it. On the platform's own realm a person's key is the person's
 * own: nobody meets the key, or gets the answer, of another person.
 */
function keyOf({ caller, idempotencyKey }: Call, { realmKey }: CallTarget): string {
  if (realmKey !== PLATFORM_REALM_KEY) return idempotencyKey;
  if (caller.kind !== "session" && caller.kind !== "token") return idempotencyKey;
  return uuidOfHex(hash("sha256", `${caller.userId} ${idempotencyKey}`, "hex"));
}

/** A Product key acts itself, so its envelopes name no actor. */
function whoOf(
  { caller, audience }: Pick<Call, "caller" | "audience">,
  { realmKey, principal, shard }: CallTarget,
): string {
  const actor = caller.kind === "product_key" ? undefined : actorOf(caller, shard);
  return whoText(realmKey, principal.principalId, actor, audience);
}

const LEDGER_TAKES_NO_MORE: Refusal<"ledger_unavailable"> = Object.freeze(
  retriedAfter(
    refuseUnavailable("the ledger does not take more requests now; retry with the same key"),
    1,
  ),
);
