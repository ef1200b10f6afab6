/**
 * The table of members in the published protocol (outbox/PROVIDER.md) against the readers: each message that a
 * provider sends is taken without an optional member, and not without a required one; and the table names every member.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { providerMembers } from "../../../test/support/provider_members.ts";
import type { RequestKind } from "./provider_kinds.ts";
import {
  type ProviderEffect,
  readProviderAnswer,
  readProviderNews,
  readProviderPage,
} from "./provider_protocol.ts";

const RULES = { allowsLoopback: false };
const ID = "preq_1";
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const answer = (value: unknown, kind: RequestKind = "verification") =>
  readProviderAnswer(bytes(value), ID, kind, RULES);
const news = (value: unknown, kind: RequestKind = "verification") =>
  readProviderNews(bytes(value), [kind]);
const page = (value: unknown) => readProviderPage(bytes(value), ["verification"], RULES);

const FIELD = { status: "rejected", reason: "blurred" };
const PROGRESS = { reason: "too_old", occurredAt: "2026-01-02T03:04:05.678Z" };
const VERIFIED = { ...PROGRESS, tier: "tier_1", fields: { address: FIELD } };
const DETAILS = {
  ...{ iban: "DE89370400440532013000", bic: "COBADEFFXXX", routingNumber: "110000000" },
  ...{ accountNumber: "12345678", sortCode: "000099", alias: "a@bank.example" },
};
const ACTIVE = { ...PROGRESS, details: DETAILS };
const NEARLY = { ...PROGRESS, accountName: "Paper Mill Limited" };
const ACCEPTED = {
  ...{ effectId: ID, result: "accepted", providerReference: "chk-1" },
  url: "https://provider.example/go",
};
const NEWS = { newsId: "n-1", effectId: ID };
const REFUSED = { effectId: ID, result: "refused", providerCode: "no_name", message: "No name." };
const VERIFIED_NEWS = { ...NEWS, outcome: "verified", ...VERIFIED };
const ACTIVE_NEWS = { ...NEWS, outcome: "active", ...ACTIVE };

type Example = { whole: Record<string, unknown>; read(value: object): unknown };
/**
 * Each message of a provider, as of each kind of request that has members of its own: with all of these, and what
 * reads it.
 */
const MESSAGES: Record<string, Example[]> = {
  accepted: [
    { whole: { ...ACCEPTED, status: "verified", ...VERIFIED }, read: answer },
    {
      whole: { ...ACCEPTED, status: "active", ...ACTIVE },
      read: (value) => answer(value, "address"),
    },
    {
      whole: { ...ACCEPTED, status: "close_match", ...NEARLY },
      read: (value) => answer(value, "payee_check"),
    },
  ],
  refused: [{ whole: REFUSED, read: answer }],
  "never seen": [{ whole: { effectId: ID, result: "never_seen" }, read: answer }],
  news: [
    { whole: VERIFIED_NEWS, read: news },
    { whole: ACTIVE_NEWS, read: (value) => news(value, "address") },
  ],
  "judged field": [
    { whole: FIELD, read: (field) => news({ ...VERIFIED_NEWS, fields: { address: field } }) },
  ],
  details: [{ whole: DETAILS, read: (details) => news({ ...ACTIVE_NEWS, details }, "address") }],
  page: [
    {
      whole: { effects: [{ ...ACCEPTED, status: "verified" }, REFUSED], next: "c-1" },
      read: page,
    },
  ],
};
/** In news one of the two names the effect. */
const EITHER = ["effectId", "providerReference"];

for (const [message, examples] of Object.entries(MESSAGES)) {
  const members = providerMembers(message);
  test(`provider members: ${message} -> the table names every member, and each that is read`, () => {
    for (const { whole, read } of examples) assert.notEqual(read(whole), undefined);
    const named = members.map(({ member }) => member).sort();
    const known = new Set(examples.flatMap(({ whole }) => Object.keys(whole)));
    if (message === "news") known.add("providerReference");
    assert.deepEqual(named, [...known].sort());
  });
  for (const { member, isRequired } of members) {
    test(`provider members: ${message} without ${member} -> ${isRequired ? "not taken" : "taken"}`, () => {
      const byReference = member === "providerReference" && message === "news";
      const those = examples
        .map(({ whole, read }) => ({ given: byReference ? named(whole) : whole, read }))
        .filter(({ given }) => member in given);
      assert.ok(those.length > 0);
      for (const { given, read } of those) {
        assert.notEqual(read(given), undefined);
        const { [member]: _left, ...rest } = given;
        assert.equal(read(rest) === undefined, isRequired);
      }
    });
  }
}

/** News that names its effect by the provider's reference. */
function named({ effectId: _, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return { ...rest, providerReference: "chk-1" };
}

test("provider members: news with both names of the effect -> taken by its effectId", () => {
  const told = news({ ...VERIFIED_NEWS, providerReference: "chk-1" });
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
