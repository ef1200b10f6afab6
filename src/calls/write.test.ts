/** The envelope of a write: the credential and the shard that it names. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { MessageChannel } from "node:worker_threads";
import { Type } from "@sinclair/typebox";
import { keyCaller, sessionCaller } from "../../test/world/callers.ts";
import { type Caller, callerIdOf } from "../contract/declare/caller.ts";
import type { PrepareTask, TaskOutcome } from "../contract/declare/reader_task.ts";
import { SECRET } from "../contract/declare/redaction.ts";
import { ShardSignals, type Who } from "../contract/messages/envelope.ts";
import { readEnvelopes, readWho } from "../contract/messages/envelope_text.ts";
import { PLATFORM_REALM_KEY, PLATFORM_SHARD } from "../contract/records/platform_realm.ts";
import { Courier } from "../placement/courier.ts";
import type { Call } from "./call.ts";
import type { AnyWrite } from "./callable.ts";
import { targetOnPlatform } from "./target.ts";
import { sendWrite, type WriteParts } from "./write.ts";

const SESSION = sessionCaller({ sessionId: "ses_1", userId: "usr_1" });

const CALLERS: [string, Caller, Omit<Who, "realmKey" | "cause">][] = [
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
  for (const audience of ["api", "mcp"] as const) {
    test(`write: ${name} at the interface ${audience} -> its credential, its actor where that is another, and the interface as the cause`, async () => {
      const operation = { id: "probe.create" } as AnyWrite;
      const message = await sentBy(caller, operation, { note: "n" }, {}, audience);
      const [envelope] = readEnvelopes(message, () => undefined);
      assert.ok(envelope !== undefined);
      const who = { realmKey: PLATFORM_REALM_KEY, ...expected, cause: audience };
      assert.deepEqual(readWho(envelope.who), who);
      assert.deepEqual(envelope.input, { note: "n" });
    });
  }
}

test("write: secrets that end with the preparation -> it gets them, and no byte of the envelope has them", async () => {
  const secret = "the content of a file";
  const seen: unknown[] = [];
  const operation = {
    id: "probe.create",
    secrets: { endInPrepare: true },
    body: Type.Object({ note: Type.String(), content: Type.String(SECRET) }),
    prepare: () => undefined,
  } as unknown as AnyWrite;
  const readers = {
    run(_kind: string, task: PrepareTask, settle: (outcome: TaskOutcome) => void) {
      seen.push(task.input);
      settle({ kind: "prepared", text: '{"file":"f"}' });
      return () => undefined;
    },
  };
  const input = { note: "n", content: secret };
  const message = await sentBy({ kind: "public" }, operation, input, { readers } as never);
  assert.deepEqual(seen, [input]);
  assert.equal(message.includes(secret), false);
  const [envelope] = readEnvelopes(message, () => undefined);
  assert.deepEqual([envelope?.input, envelope?.prepared], [{ note: "n" }, { file: "f" }]);
});

/** The message to the platform shard that a write of the caller makes. */
async function sentBy(
  caller: Caller,
  operation: AnyWrite,
  value: Record<string, unknown>,
  more: Partial<WriteParts> = {},
  audience: Call["audience"] = "api",
): Promise<string> {
  const { port1, port2 } = new MessageChannel();
  const signals = new ShardSignals(ShardSignals.allocate());
  signals.serving = true;
  const courier = new Courier(port1, signals);
  const shards = { couriers: new Map([[PLATFORM_SHARD, courier]]), views: new Map() };
  const from = { address: Uint8Array.of(127, 0, 0, 1), userAgent: "test/1" };
  const asked = { caller, audience, requestId: "req_1", idempotencyKey: "key" };
  const call = { ...asked, ...from } as unknown as Call;
  const sent = once(port2, "message");
  sendWrite(
    { shards, nowMs: () => 0, ...more } as unknown as WriteParts,
    call,
    operation,
    targetOnPlatform(callerIdOf(caller)),
    { value, text: JSON.stringify(value) },
  );
  const message = String((await sent)[0]);
  courier.close();
  return message;
}
