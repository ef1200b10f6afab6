/** The text of an actor, and the actor behind each kind of caller. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { agentCaller, sessionCaller, tokenCaller } from "../../../test/world/callers.ts";
import { actorOf, type Caller, callerIdOf, PUBLIC_CALLER } from "../declare/caller.ts";
import { Actor } from "../values/formats.ts";
import { ACTOR_TYPES, actorOfText, actorText } from "./actor.ts";
import { PLATFORM_SHARD } from "./platform_realm.ts";

/** The text of each type of actor. Texts of the time before actors had types stay as they are. */
const TEXTS: [Actor, string][] = [
  [{ type: "operator", id: "key_1" }, "key_1"],
  [{ type: "product_key", id: "key_1" }, "product_key:key_1"],
  [{ type: "clock", id: "clock" }, "clock"],
  [{ type: "platform", id: "platform" }, "platform"],
  [{ type: "user", id: "usr_1" }, "user:usr_1"],
  [{ type: "agent", id: "agt_1" }, "agent:agt_1"],
  [{ type: "customer", id: "cust_1" }, "customer:cust_1"],
  [{ type: "provider", id: "provider" }, "provider:provider"],
  [{ type: "operator", id: "clock" }, "operator:clock"],
];
for (const [actor, text] of TEXTS) {
  test(`actor: the ${actor.type} ${actor.id} -> ${text}, and back`, () => {
    assert.equal(actorText(actor), text);
    assert.deepEqual(actorOfText(text), actor);
  });
}

test("actor: the byte of each type -> what it was in every record before", () => {
  const types = ["operator", "customer", "agent", "clock", "provider", "platform", "user"];
  assert.deepEqual(ACTOR_TYPES.slice(0, 8), [...types, "product_key"]);
});

test("actor: the types that a record can hold -> those of the published schema, each once", () => {
  for (const type of ACTOR_TYPES) assert.ok(Value.Check(Actor, { type, id: "x" }), type);
  assert.equal(new Set(ACTOR_TYPES).size, Actor.properties.type.anyOf.length);
});

const of = { tenantId: "ten_1", scopes: new Set<string>() };
const CALLERS: [Caller, string, Actor][] = [
  [PUBLIC_CALLER, "public", { type: "user", id: "public" }],
  [{ kind: "operator", user: "ada/1000" }, "operator", { type: "platform", id: "platform" }],
  [
    { ...of, kind: "product_key", principal: { principalId: "key_1" } } as unknown as Caller,
    "key_1",
    { type: "product_key", id: "key_1" },
  ],
  [sessionCaller({ sessionId: "ses_1", userId: "usr_1" }), "ses_1", { type: "user", id: "usr_1" }],
  [tokenCaller({ tokenId: "pat_1", userId: "usr_1" }), "pat_1", { type: "user", id: "usr_1" }],
  [
    agentCaller({ agentMemberId: "agt_1", agentGrantId: "grant_1" }),
    "grant_1",
    { type: "agent", id: "agt_1" },
  ],
];
for (const [caller, principalId, actor] of CALLERS) {
  test(`caller: ${caller.kind} -> its credential as the principal, who stands behind it as the actor`, () => {
    assert.equal(callerIdOf(caller), principalId);
    assert.deepEqual(actorOf(caller, 0), actor);
  });
}

test("caller: the operator on the platform shard -> the user of the operating system", () => {
  const caller = { kind: "operator", user: "ada/1000" } as const;
  assert.deepEqual(actorOf(caller, PLATFORM_SHARD), { type: "operator", id: "ada/1000" });
});
