/** A mutation on its way: an envelope for the actor that decides it, which answers the call itself. */
import { callerIdOf } from "../contract/caller.ts";
import { type Refusal, refuse, retriedAfter } from "../contract/refusal.ts";
import type { Call } from "./call.ts";
import type { AnyOperation } from "./callable.ts";
import { type Actors, courierAt, placeOf } from "./place.ts";

export type WriteParts = { actors: Actors; nowMs: () => number };

/** Sends the write, whose input is JSON text; refuses the call when nothing was sent. */
export function sendWrite(
  { actors, nowMs }: WriteParts,
  call: Call,
  operation: AnyOperation,
  inputText: string,
): void {
  const place = placeOf(operation, call.caller);
  if (place.refused) {
    call.refuse(place);
    return;
  }
  const envelope =
    `"o":"${operation.id}","r":"${call.requestId}",` +
    `"c":"${place.scopeKey}","p":"${callerIdOf(call.caller)}",` +
    `"k":"${call.idempotencyKey}","i":${inputText}}`;
  if (courierAt(actors, place)?.send(envelope, call, nowMs()) !== true) call.refuse(REFUSED_FULL);
}

const REFUSED_FULL: Refusal<"ledger_unavailable"> = Object.freeze(
  retriedAfter(
    refuse(
      "ledger_unavailable",
      "the ledger does not take more requests now; retry with the same key",
    ),
    1,
  ),
);
