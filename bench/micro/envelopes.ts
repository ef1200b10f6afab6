/**
 * An edge's side of a shard without the shard: the real courier, with a port that keeps what is
 * sent.
 */
import { exampleIdSuffix, placeOf } from "../../src/base/id.ts";
import type { Call } from "../../src/calls/call.ts";
import type { CallTarget } from "../../src/calls/target.ts";
import { sendWrite, type WriteParts } from "../../src/calls/write.ts";
import {
  type Principal,
  type RealmNames,
  realmKeyOf,
} from "../../src/contract/declare/principal.ts";
import { REPLY_PLAIN, ShardSignals, type ToEdge } from "../../src/contract/messages/envelope.ts";
import { replyText } from "../../src/contract/messages/envelope_text.ts";
import type { EventLoop, Port } from "../../src/contract/messages/event_loop.ts";
import { transferCreate } from "../../src/features/transfer/transfer.create.ts";
import { Courier } from "../../src/placement/courier.ts";
import { copied } from "./micro.ts";

/** As many as the courier puts into one message. */
export const ENVELOPES = 32;
const SHARD = 0;
const SUFFIX = exampleIdSuffix(1_790_000_000_000, placeOf(1_000, 7));

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
  const place: CallTarget = {
    shard: SHARD,
    realmKey: realmKeyOf(names),
    principal,
    product: undefined,
  };
  return {
    send(inputs, keyOf) {
      for (const [at, text] of inputs.entries()) {
        const call = newCall(keyOf(at), principal);
        const value = JSON.parse(text) as Record<string, unknown>;
        sendWrite(parts, call, transferCreate as never, place, { value, text });
      }
      turnEnds();
      return sent;
    },
    answer() {
      deliver(REPLIES);
    },
  };
}

const REPLIES = Array.from({ length: ENVELOPES }, (_, slot) =>
  replyText(slot, 201, REPLY_PLAIN, SUFFIX, ""),
).join("");

/** The part of a call that a write needs. */
function newCall(idempotencyKey: string, principal: Principal): Call {
  const call = {
    caller: { kind: "product_key", principal },
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
