/** Sends a write to its shard as an envelope; the shard's reply answers the call. */
import { actorOf, type Caller } from "../contract/caller.ts";
import type { Readers } from "../contract/reader_task.ts";
import { type Refusal, refuseUnavailable, retriedAfter } from "../contract/refusal.ts";
import type { Call } from "./call.ts";
import type { ValidInput } from "./call_input.ts";
import type { AnyWrite } from "./callable.ts";
import type { FaultLog } from "./failure.ts";
import type { CallPlace, Shards } from "./place.ts";
import { whenPrepared } from "./prepare.ts";

export type WriteParts = {
  shards: Shards;
  readers: Readers;
  log: FaultLog;
  nowMs: () => number;
};

/**
 * Prepares the write where it declares `prepare`, and sends it; refuses the call when it cannot.
 */
export function sendWrite(
  parts: WriteParts,
  call: Call,
  operation: AnyWrite,
  place: CallPlace,
  input: ValidInput,
): void {
  if (operation.prepare === undefined) post(parts, call, operation, place, input.text);
  else {
    whenPrepared(parts, call, operation, input.value, (prepared) =>
      post(parts, call, operation, place, `${input.text},"x":${prepared}`),
    );
  }
}

function post(
  { shards, nowMs }: WriteParts,
  call: Call,
  { id }: AnyWrite,
  { shard, realmKey, principal }: CallPlace,
  inputText: string,
): void {
  // The client went away before anything was decided: it gets no answer, so nothing may happen.
  if (call.isFinished) return;
  const envelope =
    `"o":"${id}","r":${JSON.stringify(call.requestId)},` +
    `"c":"${realmKey}","p":"${principal.principalId}",${actorField(call.caller, shard)}` +
    `"k":"${call.idempotencyKey}","i":${inputText}}`;
  if (shards.couriers.get(shard)?.send(envelope, call, nowMs()) !== true) call.refuse(REFUSED_FULL);
  else call.posted?.();
}

/** The envelope's field for who acts; "" for a Product key, which acts itself. */
function actorField(caller: Caller, shard: number): string {
  if (caller.kind === "product_key") return "";
  return `"a":${JSON.stringify(actorOf(caller, shard))},`;
}

const REFUSED_FULL: Refusal<"ledger_unavailable"> = Object.freeze(
  retriedAfter(
    refuseUnavailable("the ledger does not take more requests now; retry with the same key"),
    1,
  ),
);
