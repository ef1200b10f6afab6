/** The envelope of a write: the credential and the shard that it names. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { MessageChannel } from "node:worker_threads";
import { keyCaller, sessionCaller } from "../../test/world/callers.ts";
import { type Caller, callerIdOf } from "../contract/caller.ts";
import { ShardSignals, type Who } from "../contract/envelope.ts";
import { readEnvelopes, readWho } from "../contract/envelope_text.ts";
import { PLATFORM_REALM_KEY, PLATFORM_SHARD } from "../contract/platform_realm.ts";
import { Courier } from "../placement/courier.ts";
import type { Call } from "./call.ts";
import type { AnyWrite } from "./callable.ts";
import { placeOnPlatform } from "./place.ts";
import { sendWrite, type WriteParts } from "./write.ts";

const SESSION = sessionCaller({ sessionId: "ses_1", userId: "usr_1" });

const CALLERS: [string, Caller, Omit<Who, "realmKey">][] = [
  ["a Product key", keyCaller({ apiKeyId: "key_1" }), { principalId: "key_1", actor: undefined }],
  [
    "the operator",
    { kind: "operator", user: "ada/1000" },
    { principalId: "operator", actor: { type: "operator", id: "ada/1000" } },
  ],
  ["a session", SESSION, { principalId: "ses_1", actor: { type: "user", id: "usr_1" } }],
  [
    "the public",
    { kind: "public" },
    { principalId: "public", actor: { type: "user", id: "public" } },
  ],
];
for (const [name, caller, expected] of CALLERS) {
  test(`write: ${name} -> its credential, and its actor where that is another`, async () => {
    const { port1, port2 } = new MessageChannel();
    const signals = new ShardSignals(ShardSignals.allocate());
    signals.serving = true;
    const courier = new Courier(port1, signals);
    const shards = { couriers: new Map([[PLATFORM_SHARD, courier]]), views: new Map() };
    const call = { caller, requestId: "req_1", idempotencyKey: "key" } as Call;
    const sent = once(port2, "message");
    sendWrite(
      { shards, nowMs: () => 0 } as unknown as WriteParts,
      call,
      { id: "probe.create" } as AnyWrite,
      placeOnPlatform(callerIdOf(caller)),
      { value: { note: "n" }, text: '{"note":"n"}' },
    );
    const [envelope] = readEnvelopes(String((await sent)[0]), () => undefined);
    assert.ok(envelope !== undefined);
    assert.deepEqual(readWho(envelope.who), { realmKey: PLATFORM_REALM_KEY, ...expected });
    assert.deepEqual(envelope.input, { note: "n" });
    courier.close();
  });
}
