/** What is read of a provider's texts: known members within their limits, and nothing else. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../../test/support/properties.ts";
import { PROVIDER_KINDS } from "./provider_kinds.ts";
import {
  ACCOUNT_NAME_CHARACTERS_MAX,
  faultOfAnswer,
  PROVIDER_FIELDS_MAX,
  PROVIDER_PAGE_MAX,
  PROVIDER_REFERENCE_CHARACTERS_MAX,
  PROVIDER_TEXT_CHARACTERS_MAX,
  PROVIDER_TIERS,
  readProviderAnswer,
  readProviderNews,
  readProviderPage,
} from "./provider_protocol.ts";

const PUBLIC = { allowsLoopback: false };
const LOOPBACK = { allowsLoopback: true };
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const answerOf = (value: unknown, rules = PUBLIC) =>
  readProviderAnswer(bytes(value), "preq_1", "verification", rules);
const newsOf = (value: unknown) => readProviderNews(bytes(value), ["verification"]);

const ACCEPTED = {
  effectId: "preq_1",
  result: "accepted",
  providerReference: "chk-7",
  status: "processing",
};
const REFUSED = { effectId: "preq_1", result: "refused", providerCode: "no.name", message: "No." };
const NEWS = {
  newsId: "n-1",
  effectId: "preq_1",
  outcome: "verified",
  occurredAt: "2026-01-02T03:04:05.678Z",
};
const long = (length: number) => "a".repeat(length);
const fields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, { status: "met" }]));

test("provider answer: all that it may have -> all of it, in our form", () => {
  const more = { tier: "tier_1", reason: "too_blurred", occurredAt: NEWS.occurredAt };
  const field = { identityDocument: { status: "rejected", reason: "expired", x: 1 } };
  assert.deepEqual(
    answerOf({ ...ACCEPTED, ...more, fields: field, url: "https://a.example.com/", x: {} }),
    {
      result: "accepted",
      providerReference: "chk-7",
      status: "processing",
      tier: "tier_1",
      reason: "too_blurred",
      occurredAtMs: Date.parse(NEWS.occurredAt),
      fields: { identityDocument: { status: "rejected", reason: "expired" } },
      url: "https://a.example.com/",
    },
  );
  const { effectId: _, ...refused } = REFUSED;
  assert.deepEqual(answerOf(REFUSED), refused);
  assert.deepEqual(answerOf({ effectId: "preq_1", result: "never_seen" }), {
    result: "never_seen",
  });
});

test("provider code: in capitals, as rails write it -> in small letters, wherever it stands", () => {
  const field = { identityDocument: { status: "rejected", reason: "EXPIRED" } };
  const answer = answerOf({ ...ACCEPTED, reason: "Too_Blurred", fields: field });
  assert.deepEqual(answer, {
    ...{ result: "accepted", providerReference: "chk-7", status: "processing" },
    reason: "too_blurred",
    fields: { identityDocument: { status: "rejected", reason: "expired" } },
  });
  const { effectId: _, ...refused } = REFUSED;
  const providerCode = "AC04";
  assert.deepEqual(answerOf({ ...REFUSED, providerCode }), { ...refused, providerCode: "ac04" });
  const returned = { ...NEWS, outcome: "returned", reason: "AC04" };
  assert.equal(readProviderNews(bytes(returned), ["payout"])?.reason, "ac04");
});

/** Changes to an answer: whether it is still one. */
const CHANGES: [what: string, change: Record<string, unknown>, isOne: boolean][] = [
  ["of another effect", { effectId: "preq_2" }, false],
  ["of no effect", { effectId: undefined }, false],
  ["of another result", { result: "done" }, false],
  [
    "a reference at its limit",
    { providerReference: long(PROVIDER_REFERENCE_CHARACTERS_MAX) },
    true,
  ],
  [
    "a reference past it",
    { providerReference: long(PROVIDER_REFERENCE_CHARACTERS_MAX + 1) },
    false,
  ],
  ["a reference with a line end", { providerReference: "a\n" }, false],
  ["a reference with a space", { providerReference: "a b" }, false],
  ["a reference that is a number", { providerReference: 7 }, false],
  ["a final status", { status: "rejected" }, true],
  ["a status of objects", { status: "constructor" }, false],
  ["the lowest tier", { tier: "tier_0" }, true],
  ["a tier with a space", { tier: "tier 1" }, false],
  ["a tier that does not exist", { tier: "tier_9" }, false],
  ["a tier of objects", { tier: "constructor" }, false],
  ["a tier in a list", { tier: ["tier_1"] }, false],
  ["a tier that is null", { tier: null }, false],
  ["a tier that is empty", { tier: "" }, false],
  ["a tier that does not exist beside another status", { status: "processing", tier: "x" }, false],
  ["a reason of people", { reason: "Too blurred" }, false],
  ["as many fields as may be", { fields: fields(PROVIDER_FIELDS_MAX) }, true],
  ["a field more", { fields: fields(PROVIDER_FIELDS_MAX + 1) }, false],
  ["fields in a list", { fields: [] }, false],
  ["a field without a status", { fields: { name: {} } }, false],
  ["a field of another name", { fields: { "a b": { status: "met" } } }, false],
  ["a moment that does not exist", { occurredAt: "2026-02-30T00:00:00Z" }, false],
  ["a moment in numbers", { occurredAt: 1 }, false],
  ["a link without TLS", { url: "http://example.com/" }, false],
  ["a link to this machine", { url: "http://127.0.0.1:8081/" }, false],
  ["a link that is none", { url: "javascript:alert(1)" }, false],
];

for (const [what, change, isOne] of CHANGES) {
  test(`provider answer: ${what} -> ${isOne ? "an answer" : "none"}`, () => {
    assert.equal(answerOf({ ...ACCEPTED, ...change }) !== undefined, isOne);
  });
}

const ADDRESS = { ...ACCEPTED, status: "active", details: { iban: "DE00", alias: "a b", x: 1 } };
const addressOf = (change: object) =>
  readProviderAnswer(bytes({ ...ADDRESS, ...change }), "preq_1", "address", PUBLIC);
const payoutOf = (change: object) =>
  readProviderAnswer(bytes({ ...ACCEPTED, ...change }), "preq_1", "payout", PUBLIC);

test("provider answer: of an address -> its details that are known; of a payout -> none, whatever they are", () => {
  const read = addressOf({ tier: "tier_9", fields: 1 });
  const details = { iban: "DE00", alias: "a b" };
  assert.deepEqual(read, {
    ...{ result: "accepted", providerReference: "chk-7", status: "active", details },
  });
  const strange = { tier: "tier_9", fields: 1, details: 1, status: "posted", reason: "held" };
  assert.deepEqual(payoutOf(strange), {
    ...{ result: "accepted", providerReference: "chk-7", status: "posted", reason: "held" },
  });
  assert.equal(faultOfAnswer(bytes({ ...ACCEPTED, tier: "tier_9" }), "payout"), "invalid_answer");
  assert.deepEqual(answerOf({ ...ACCEPTED, details: 1 }), answerOf(ACCEPTED));
});

const LONGEST = `a${" ".repeat(PROVIDER_REFERENCE_CHARACTERS_MAX - 2)}a`;
const DETAILS: [what: string, details: unknown, isOne: boolean][] = [
  ["no members", {}, true],
  ["a text at its limit", { iban: long(PROVIDER_REFERENCE_CHARACTERS_MAX) }, true],
  ["a text with spaces, at its limit", { iban: LONGEST }, true],
  ["a text of one character", { alias: "a" }, true],
  ["a text past its limit", { iban: long(PROVIDER_REFERENCE_CHARACTERS_MAX + 1) }, false],
  ["an empty text", { iban: "" }, false],
  ["a text with a line end", { iban: "DE00\n" }, false],
  ["a text that ends with a space", { iban: "DE00 " }, false],
  ["a text that is a number", { accountNumber: 12_345_678 }, false],
  ["a text that is null", { accountNumber: null }, false],
  ["a list", [], false],
];

for (const [what, details, isOne] of DETAILS) {
  test(`provider details: ${what} -> ${isOne ? "an answer" : "none"}`, () => {
    assert.equal(addressOf({ details }) !== undefined, isOne);
  });
}

const checkOf = (change: object) =>
  readProviderAnswer(bytes({ ...ACCEPTED, ...change }), "preq_1", "payee_check", PUBLIC);
const NAMES: [what: string, accountName: unknown, isOne: boolean][] = [
  ["at its limit", "ä".repeat(ACCOUNT_NAME_CHARACTERS_MAX), true],
  ["past its limit", "ä".repeat(ACCOUNT_NAME_CHARACTERS_MAX + 1), false],
  ["of spaces", "  ", false],
  ["with a control", "Paper\u0007Mill", false],
  ["that is a number", 7, false],
];

for (const [what, accountName, isOne] of NAMES) {
  test(`provider account name: one ${what} -> ${isOne ? "an answer" : "none"}`, () => {
    assert.equal(checkOf({ status: "close_match", accountName }) !== undefined, isOne);
  });
}

test("provider account name: beside another result than a close match, and in news -> left out", () => {
  const named = { accountName: "Paper Mill Limited" };
  assert.equal(nameIn(checkOf({ status: "close_match", ...named })), named.accountName);
  for (const status of ["processing", "matched", "no_match", "unavailable"]) {
    assert.equal(nameIn(checkOf({ status, ...named })), undefined, status);
  }
  const news = { ...NEWS, outcome: "close_match", ...named };
  const read = readProviderNews(bytes(news), ["payee_check"]);
  assert.deepEqual([read?.status, nameIn(read)], ["close_match", undefined]);
});
const nameIn = (read: object | undefined) => (read as { accountName?: string })?.accountName;

test("provider answer: a status of another kind -> none", () => {
  assert.equal(addressOf({ status: "posted" }), undefined);
  assert.equal(payoutOf({ status: "active" }), undefined);
  assert.equal(answerOf({ ...ACCEPTED, status: "failed" }), undefined);
});

test("provider page: of a bank -> lines of both kinds, and none of a verification", () => {
  const lines = ["processing", "active", "posted"].map((status) => ({ ...ADDRESS, status }));
  const pageOf = (effects: object[]) =>
    readProviderPage(bytes({ effects }), PROVIDER_KINDS.bank, PUBLIC);
  const read = pageOf(lines)?.effects.map((line) => "status" in line && line.status);
  assert.deepEqual(read, ["processing", "active", "posted"]);
  assert.equal(pageOf([...lines, { ...ADDRESS, status: "verified" }]), undefined);
});

test("provider answer: a link to this machine, where that is allowed -> an answer", () => {
  assert.ok(answerOf({ ...ACCEPTED, url: "http://127.0.0.1:8081/" }, LOOPBACK));
});

test("provider refusal: its texts at their limits -> one; past them, or with controls -> none", () => {
  const is = (change: object) => answerOf({ ...REFUSED, ...change }) !== undefined;
  assert.ok(is({ message: long(PROVIDER_TEXT_CHARACTERS_MAX), providerCode: long(64) }));
  assert.ok(is({ message: undefined }));
  assert.ok(!is({ message: long(PROVIDER_TEXT_CHARACTERS_MAX + 1) }));
  assert.ok(!is({ message: "a\u001b[2J" }));
  assert.ok(!is({ message: "\ud800" }));
  assert.ok(!is({ providerCode: long(65) }));
  assert.ok(!is({ providerCode: "" }));
  assert.ok(!is({ providerCode: "No name" }));
});

test("provider news: a tier that does not exist -> none; a lower one, and the lowest -> news", () => {
  assert.equal(newsOf({ ...NEWS, tier: "tier_9" }), undefined);
  for (const tier of PROVIDER_TIERS) assert.equal(newsOf({ ...NEWS, tier })?.tier, tier);
});

test("provider answer: why it is none -> a tier that does not exist, or another fault", () => {
  const faultOf = (body: object) =>
    faultOfAnswer(Buffer.from(JSON.stringify(body)), "verification");
  assert.equal(faultOf({ ...ACCEPTED, tier: "tier_9" }), "unknown_tier");
  assert.equal(faultOf({ ...ACCEPTED, status: "done" }), "invalid_answer");
  assert.equal(faultOfAnswer(Buffer.from("{"), "verification"), "invalid_answer");
});

test("provider news: by effect and by reference -> news; without either, id, outcome or time -> none", () => {
  const { effectId, ...rest } = NEWS;
  const read = { newsId: "n-1", status: "verified", occurredAtMs: Date.parse(NEWS.occurredAt) };
  assert.deepEqual(newsOf(NEWS), { ...read, effectId });
  assert.deepEqual(newsOf({ ...rest, providerReference: "chk-7" }), {
    ...read,
    providerReference: "chk-7",
  });
  assert.equal(newsOf(rest), undefined);
  for (const name of ["newsId", "outcome", "occurredAt"]) {
    assert.equal(newsOf({ ...NEWS, [name]: undefined }), undefined, name);
  }
  assert.equal(newsOf({ ...NEWS, effectId: 1, providerReference: "chk-7" }), undefined);
});

test("provider page: as many effects as may be -> a page; one more, or one that is none -> none", () => {
  const page = (value: unknown) => readProviderPage(bytes(value), ["verification"], PUBLIC);
  const effects = (count: number) => Array.from({ length: count }, () => ACCEPTED);
  assert.equal(page({ effects: effects(PROVIDER_PAGE_MAX) })?.effects.length, PROVIDER_PAGE_MAX);
  assert.equal(page({ effects: effects(PROVIDER_PAGE_MAX + 1) }), undefined);
  assert.equal(page({ effects: [ACCEPTED, {}] }), undefined);
  assert.equal(page({ effects: [null] }), undefined);
  assert.equal(page({ effects: {} }), undefined);
  assert.equal(page({ effects: [], next: "a b" }), undefined);
  assert.deepEqual(page({ effects: [], next: "a-b_1" }), { effects: [], next: "a-b_1" });
});

test("provider texts: any JSON, and any bytes -> read as nothing that they are not, never thrown", () => {
  const member = fc.oneof(fc.jsonValue(), fc.constantFrom("accepted", "preq_1", "verified"));
  const value = fc.oneof(fc.jsonValue(), fc.record({ ...mapped(ACCEPTED, member) }));
  const body = fc.oneof(value.map(bytes), fc.uint8Array());
  fc.assert(
    fc.property(body, (some) => {
      const answer = readProviderAnswer(some, "preq_1", "verification", PUBLIC);
      if (answer !== undefined) assert.ok(Buffer.from(some).includes("preq_1"));
      readProviderNews(some, ["verification"]);
      readProviderPage(some, ["verification"], PUBLIC);
    }),
    { numRuns: 2_000 },
  );
});

function mapped<T>(of: Record<string, unknown>, value: T): Record<string, T> {
  return Object.fromEntries(Object.keys(of).map((name) => [name, value]));
}
