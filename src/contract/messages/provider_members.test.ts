/**
 * The table of members in the published protocol (outbox/PROVIDER.md) against the readers: each message that a
 * provider sends is taken without an optional member, and not without a required one; and the table names every member.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { providerMembers } from "../../../test/support/provider_members.ts";
import {
  type ProviderEffect,
  readProviderAnswer,
  readProviderNews,
  readProviderPage,
} from "./provider_protocol.ts";

const RULES = { allowsLoopback: false };
const ID = "preq_1";
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const answer = (value: unknown) => readProviderAnswer(bytes(value), ID, "verification", RULES);
const news = (value: unknown) => readProviderNews(bytes(value), "verification");
const page = (value: unknown) => readProviderPage(bytes(value), "verification", RULES);

const FIELD = { status: "rejected", reason: "blurred" };
const PROGRESS = {
  tier: "tier_1",
  reason: "too_old",
  fields: { address: FIELD },
  occurredAt: "2026-01-02T03:04:05.678Z",
};
const ACCEPTED = {
  ...{ effectId: ID, result: "accepted", providerReference: "chk-1", status: "verified" },
  ...{ url: "https://provider.example/go", ...PROGRESS },
};
const NEWS = { newsId: "n-1", effectId: ID, outcome: "verified", ...PROGRESS };
const REFUSED = { effectId: ID, result: "refused", providerCode: "no_name", message: "No name." };

/** Each message of a provider with all of its members, and what reads it. */
const MESSAGES: Record<string, { whole: Record<string, unknown>; read(value: object): unknown }> = {
  accepted: { whole: ACCEPTED, read: answer },
  refused: { whole: REFUSED, read: answer },
  "never seen": { whole: { effectId: ID, result: "never_seen" }, read: answer },
  news: { whole: NEWS, read: news },
  "judged field": { whole: FIELD, read: (field) => news({ ...NEWS, fields: { address: field } }) },
  page: { whole: { effects: [ACCEPTED, REFUSED], next: "c-1" }, read: page },
};
/** In news one of the two names the effect. */
const EITHER = ["effectId", "providerReference"];

for (const [message, { whole, read }] of Object.entries(MESSAGES)) {
  const members = providerMembers(message);
  test(`provider members: ${message} -> the table names every member, and each that is read`, () => {
    assert.notEqual(read(whole), undefined);
    const named = members.map(({ member }) => member).sort();
    const known = message === "news" ? { ...whole, providerReference: "" } : whole;
    assert.deepEqual(named, Object.keys(known).sort());
  });
  for (const { member, isRequired } of members) {
    test(`provider members: ${message} without ${member} -> ${isRequired ? "not taken" : "taken"}`, () => {
      const given = member === "providerReference" && message === "news" ? named(whole) : whole;
      assert.notEqual(read(given), undefined);
      const { [member]: _left, ...rest } = given;
      assert.equal(read(rest) === undefined, isRequired);
    });
  }
}

/** News that names its effect by the provider's reference. */
function named({ effectId: _, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return { ...rest, providerReference: "chk-1" };
}

test("provider members: news with both names of the effect -> taken by its effectId", () => {
  const told = news({ ...NEWS, providerReference: "chk-1" });
  assert.equal(told !== undefined && "effectId" in told && told.effectId, ID);
  const rows = providerMembers("news").filter(({ member }) => EITHER.includes(member));
  assert.deepEqual(
    rows.map(({ required }) => required),
    ["yes, or `providerReference`", "yes, or `effectId`"],
  );
});

test("provider members: effect -> the members that the platform sends", () => {
  const effect: Required<ProviderEffect> = {
    effectId: ID,
    kind: "verification",
    subject: { type: "verification", id: "ver_1" },
    request: {},
  };
  const members = providerMembers("effect");
  assert.deepEqual(members.map(({ member }) => member).sort(), Object.keys(effect).sort());
  assert.ok(members.every(({ isRequired }) => isRequired));
});
