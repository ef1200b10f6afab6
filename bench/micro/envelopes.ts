/**
 * An edge's side of a shard without the shard: the real courier, with a port that keeps what is
 * sent.
 */

import { ID_SUFFIX_LENGTH } from "../../src/base/id.ts";
import type { Call } from "../../src/calls/call.ts";
import type { CallPlace } from "../../src/calls/place.ts";
import { sendWrite, type WriteParts } from "../../src/calls/write.ts";
import { REPLY_NUMBERS, ShardSignals, type ToEdge } from "../../src/contract/envelope.ts";
import type { EventLoop, Port } from "../../src/contract/event_loop.ts";
import { type RealmNames, realmKeyOf } from "../../src/contract/principal.ts";
import { transferCreate } from "../../src/features/transfer/transfer.create.ts";
import { Courier } from "../../src/placement/courier.ts";
import { copied } from "./micro.ts";

/** As many as the courier puts into one message. */
export const ENVELOPES = 32;
const SHARD = 0;
/** The length of a transfer's reply. */
const REPLY = "r".repeat(600);

export type Outbox = {
  /** Sends one envelope for each input; returns the message that leaves for the shard. */
  send(inputs: readonly string[], keyOf: (at: number) => string): unknown;
  /** Delivers a reply to each of `ENVELOPES` envelopes that were sent last. */
  answer(): void;
};

export function newOutbox(names: RealmNames, principalId: string): Outbox {
  let deliver: (message: ToEdge) => void = () => undefined;
  let sent: unknown;
  const port: Port = {
    on(event: string, take: (message: ToEdge) => void) {
      if (event === "message") deliver = take;
    },
    postMessage(message) {
      sent = message;
      if (typeof message === "string") copied(message);
    },
    close: () => undefined,
  };
  let turnEnds: () => void = () => undefined;
  const loop: EventLoop = {
    soon(run) {
      turnEnds = run;
    },
    after: () => () => undefined,
    receive: () => undefined,
  };
  const signals = new ShardSignals(ShardSignals.allocate());
  signals.serving = true;
  const courier = new Courier(port, signals, { loop });
  const parts = {
    shards: { couriers: new Map([[SHARD, courier]]), views: new Map() },
    nowMs: Date.now,
  } as unknown as WriteParts;
  const principal = { principalId, ...names };
  const place: CallPlace = {
    shard: SHARD,
    realmKey: realmKeyOf(names),
    principal,
    product: undefined,
  };
  return {
    send(inputs, keyOf) {
      for (const [at, text] of inputs.entries()) {
        const call = newCall(keyOf(at));
        sendWrite(parts, call, transferCreate as never, place, { value: {}, text });
      }
      turnEnds();
      return sent;
    },
    answer() {
      const numbers = new Int32Array(ENVELOPES * REPLY_NUMBERS);
      for (let slot = 0; slot < ENVELOPES; slot++) {
        numbers.set([slot, 201, 0, REPLY.length], slot * REPLY_NUMBERS);
      }
      deliver({ kind: "replies", numbers, text: REPLIES });
    },
  };
}

const REPLIES = `${"0".repeat(ID_SUFFIX_LENGTH)}${REPLY}`.repeat(ENVELOPES);

/** The part of a call that a write needs. */
function newCall(idempotencyKey: string): Call {
  const call = {
    caller: { kind: "product_key" },
    requestId: "req_01KAZ0000000000000000000",
    idempotencyKey,
    isFinished: false,
    posted: undefined,
    onReply: takeReply,
    onNoReply: () => undefined,
    refuse() {
      throw new Error("the courier takes what it is sent");
    },
  };
  return call as unknown as Call;
}

let taken = "";
function takeReply(_status: number, _flags: number, suffix: string, body: string): void {
  taken = suffix + body;
}

export function lastReply(): string {
  return taken;
}
