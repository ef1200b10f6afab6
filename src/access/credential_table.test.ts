/** Who is calling. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import type { KeyCredential } from "../contract/declare/announcement.ts";
import type { ProductKeyCaller } from "../contract/declare/caller.ts";
import type { PlacedProduct } from "../contract/declare/principal.ts";
import { makeApiKey } from "./api_key.ts";
import { createCredentialTable, type Denied } from "./credential_table.ts";

const PEPPER = new Uint8Array(32).fill(7);
const NOW_MS = Date.UTC(2025, 0, 2, 3, 4, 5);
const NOW = "2025-01-02T03:04:05.000Z";
const made = (environment: "sandbox" | "live", byte: number) =>
  makeApiKey(environment, (length) => new Uint8Array(length).fill(byte), PEPPER);
const SANDBOX = made("sandbox", 1);
const LIVE = made("live", 2);
const STRANGER = made("sandbox", 3);

const PRODUCT: PlacedProduct = {
  productId: "prod_1",
  tenantId: "ten_1",
  name: "Wallet",
  status: "active",
  createdAtMs: 1,
  updatedAtMs: 1,
  revision: 1,
  liveActivated: true,
  placement: { sandbox: 3, live: 5 },
};

function keyOf(key: typeof SANDBOX, change: Partial<KeyCredential> = {}): KeyCredential {
  return {
    apiKeyId: key.apiKeyId,
    tenantId: "ten_1",
    productId: "prod_1",
    environment: key === LIVE ? "live" : "sandbox",
    name: "test key",
    prefix: key.prefix,
    scopes: ["transfers:read", "transfers:write"],
    status: "active",
    origin: "browser",
    createdAtMs: 1,
    digest: key.digest,
    slot: key === LIVE ? 12 : 11,
    ...change,
  };
}

function tableWith(...keys: KeyCredential[]) {
  const table = createCredentialTable({ all: [PEPPER] });
  table.apply({ kind: "product", product: PRODUCT });
  for (const key of keys) table.apply({ kind: "api_key", key });
  return table;
}

/** 32 bytes that stand for a random source. */
const digestInput = (index: number) => createHash("sha256").update(String(index)).digest();
const bearer = (key: { text: string }) => `Bearer ${key.text}`;

const FROM = { address: new Uint8Array([127, 0, 0, 1]) };

function admitted(answer: ProductKeyCaller | Denied): ProductKeyCaller {
  assert.ok("kind" in answer, JSON.stringify(answer));
  return answer;
}
function denied(answer: ProductKeyCaller | Denied): Denied {
  assert.ok("refused" in answer);
  return answer;
}

test("authenticate: a valid key -> key, Product, slot, principal, scopes, shard; no digest", () => {
  const table = tableWith(keyOf(SANDBOX), keyOf(LIVE));
  assert.equal(table.size, 2);
  const sandbox = admitted(table.authenticate(bearer(SANDBOX), FROM, NOW_MS));
  assert.deepEqual(sandbox.principal, {
    principalId: SANDBOX.apiKeyId,
    tenantId: "ten_1",
    productId: "prod_1",
    environment: "sandbox",
  });
  assert.ok(Object.isFrozen(sandbox.principal));
  assert.equal(sandbox.slot, 11);
  assert.equal(sandbox.shard, 3);
  assert.deepEqual([...sandbox.scopes], ["transfers:read", "transfers:write"]);
  assert.equal(sandbox.key.apiKeyId, SANDBOX.apiKeyId);
  assert.ok(!("digest" in sandbox.key));
  assert.ok(!("placement" in sandbox.product));
  assert.equal(admitted(table.authenticate(bearer(LIVE), FROM, NOW_MS)).shard, 5);
});

test("authenticate: the same key again -> the very same object, first by hash, then remembered", () => {
  const table = tableWith(keyOf(SANDBOX));
  const first = table.authenticate(bearer(SANDBOX), FROM, NOW_MS);
  for (let time = 0; time < 3; time++) {
    assert.equal(table.authenticate(bearer(SANDBOX), FROM, NOW_MS + time), first);
  }
});

test("authenticate: 600 keys by turns -> each its own caller; one revoked -> that one refused", () => {
  const keys = Array.from({ length: 600 }, (_, index) =>
    makeApiKey("sandbox", (length) => digestInput(index).subarray(0, length), PEPPER),
  );
  const table = tableWith(...keys.map((key, slot) => keyOf(key, { slot })));
  for (let turn = 0; turn < 3; turn++) {
    for (const [slot, key] of keys.entries()) {
      assert.equal(admitted(table.authenticate(bearer(key), FROM, NOW_MS)).slot, slot);
    }
  }
  const gone = keys[77] as (typeof keys)[number];
  table.apply({ kind: "api_key", key: keyOf(gone, { status: "revoked", revokedAtMs: NOW_MS }) });
  for (const key of keys) {
    const answer = table.authenticate(bearer(key), FROM, NOW_MS);
    if (key === gone) assert.equal(denied(answer).code, "key_revoked");
    else admitted(answer);
  }
});

const SPELLINGS = [
  (text: string) => `bearer ${text}`,
  (text: string) => `BEARER ${text}`,
  (text: string) => `Bearer   ${text}`,
];
for (const spelling of SPELLINGS) {
  test(`authenticate: scheme spelled "${spelling("…")}" -> admitted (RFC 9110 11.1, 11.4)`, () => {
    const table = tableWith(keyOf(SANDBOX));
    admitted(table.authenticate(spelling(SANDBOX.text), FROM, NOW_MS));
    admitted(table.authenticate(bearer(SANDBOX), FROM, NOW_MS));
    admitted(table.authenticate(spelling(SANDBOX.text), FROM, NOW_MS));
  });
}

/**
 * A text with the identity of one key, the secret of another, and a right check: it has a key's
 * shape.
 */
const forged = (identity: number, secret: number) =>
  makeApiKey("sandbox", (n) => new Uint8Array(n).fill(n === 16 ? identity : secret), PEPPER);
const NO_CREDENTIALS: [what: string, header: string | undefined, says: RegExp][] = [
  ["no header", undefined, /is absent; send Authorization: Bearer/],
  ["an empty header", "", /is empty/],
  ["white space", "   ", /is empty/],
  ["the scheme alone", "Bearer", /no key after Bearer/],
  ["the scheme and a space", "Bearer ", /no key after Bearer/],
  ["the scheme and the key in one", `Bearer${SANDBOX.text}`, /no key after Bearer/],
  ["the scheme twice", `Bearer ${bearer(SANDBOX)}`, /Bearer twice/],
  ["another scheme", `Basic ${SANDBOX.text}`, /another scheme than Bearer/],
  ["no scheme", SANDBOX.text, /without the word Bearer/],
  ["a tab for the space", `Bearer\t${SANDBOX.text}`, /too far apart/],
  ["something after the key", `${bearer(SANDBOX)} x`, /more than one value/],
  ["a comma after the key", `${bearer(SANDBOX)},`, /more than one value/],
  ["two keys", `${bearer(SANDBOX)}, ${bearer(STRANGER)}`, /more than one value/],
  ["a key in quotes", `Bearer "${SANDBOX.text}"`, /in quotes/],
  ["a placeholder", "Bearer <API_KEY>", /placeholder/],
  ["a variable that was not filled in", "Bearer $API_KEY", /placeholder/],
  ["undefined", "Bearer undefined", /placeholder/],
  ["the id of a key", `Bearer key_${SANDBOX.text.slice(13, 35)}`, /an id of a key/],
  ["a secret of a webhook", "Bearer whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", /a webhook/],
  ["not a key", "Bearer hunter2", /no key of this platform/],
  [
    "a key of another kind",
    `Bearer ${SANDBOX.text.replace("_test_", "_prod_")}`,
    /unknown beginning/,
  ],
  ["a key in capitals", `Bearer ${SANDBOX.text.toUpperCase()}`, /case of the key/],
  [
    "a key with a strange character",
    `${bearer(SANDBOX).slice(0, -1)}~`,
    /a character that no key has/,
  ],
  ["a key with a wrong check", `${bearer(SANDBOX).slice(0, -1)}_`, /is mistyped/],
  ["a key without its end", bearer(SANDBOX).slice(0, -9), /is cut off: it has 76 characters/],
  ["a key with more at its end", `${bearer(SANDBOX)}x`, /is too long: it has 86 characters/],
  ["an unknown key", bearer(STRANGER), /this server has no such key/],
  ["a known identity with another secret", bearer(forged(1, 9)), /no such key/],
  ["an unknown identity with a known secret", bearer(forged(9, 1)), /no such key/],
  ["the identity of a key in the other environment", bearer(made("live", 1)), /no such key/],
  ["65 spaces before the key", `Bearer${" ".repeat(66)}${SANDBOX.text}`, /too far apart/],
  ["a megabyte", `Bearer ${"k".repeat(1_048_576)}`, /no key of this platform/],
];
for (const [what, header, says] of NO_CREDENTIALS) {
  test(`authenticate: ${what} -> invalid_credentials, the same whatever keys there are`, () => {
    const empty = createCredentialTable({ all: [PEPPER] });
    for (const isRemembered of [false, true]) {
      const table = tableWith(keyOf(SANDBOX));
      if (isRemembered) admitted(table.authenticate(bearer(SANDBOX), FROM, NOW_MS));
      const answer = denied(table.authenticate(header, FROM, NOW_MS));
      assert.equal(answer.code, "invalid_credentials");
      assert.match(answer.message, says);
      assert.ok(!answer.message.includes(SANDBOX.text.slice(13, 20)), answer.message);
      assert.deepEqual(answer, empty.authenticate(header, FROM, NOW_MS));
      assert.deepEqual(answer.details, {});
    }
  });
}

test("authenticate: a key whose Product is not known yet -> refused until it is", () => {
  const table = createCredentialTable({ all: [PEPPER] });
  table.apply({ kind: "api_key", key: keyOf(SANDBOX) });
  assert.equal(
    denied(table.authenticate(bearer(SANDBOX), FROM, NOW_MS)).code,
    "invalid_credentials",
  );
  table.apply({ kind: "product", product: PRODUCT });
  admitted(table.authenticate(bearer(SANDBOX), FROM, NOW_MS));
});

test("revoked key: the next request after apply -> key_revoked with the date", () => {
  const table = tableWith(keyOf(SANDBOX));
  admitted(table.authenticate(bearer(SANDBOX), FROM, NOW_MS));
  admitted(table.authenticate(bearer(SANDBOX), FROM, NOW_MS));
  const key = keyOf(SANDBOX, { status: "revoked", revokedAtMs: NOW_MS });
  table.apply({ kind: "api_key", key });
  for (let time = 0; time < 2; time++) {
    const answer = denied(table.authenticate(bearer(SANDBOX), FROM, NOW_MS));
    assert.equal(answer.code, "key_revoked");
    assert.deepEqual(answer.details, { revokedAt: NOW });
  }
  assert.equal(table.size, 1);
});

test("revoked key: its identity with a wrong secret -> invalid_credentials, not key_revoked", () => {
  const table = tableWith(keyOf(SANDBOX, { status: "revoked", revokedAtMs: 1 }));
  const answer = denied(table.authenticate(bearer(forged(1, 9)), FROM, NOW_MS));
  assert.equal(answer.code, "invalid_credentials");
});

const EXPIRIES: [string, number, boolean][] = [
  ["one millisecond before", NOW_MS - 1, true],
  ["exactly at expiry", NOW_MS, false],
  ["after", NOW_MS + 1, false],
];
for (const [when, nowMs, isAdmitted] of EXPIRIES) {
  test(`expiring key: ${when} -> ${isAdmitted ? "admitted" : "key_revoked"}`, () => {
    const table = tableWith(keyOf(SANDBOX, { expiresAtMs: NOW_MS }));
    admitted(table.authenticate(bearer(SANDBOX), FROM, 0));
    const answer = table.authenticate(bearer(SANDBOX), FROM, nowMs);
    if (isAdmitted) return void admitted(answer);
    assert.equal(denied(answer).code, "key_revoked");
    assert.deepEqual(denied(answer).details, { revokedAt: NOW });
  });
}

test("changed key: new scopes -> in force at once; a new digest -> the old text is forgotten", () => {
  const table = tableWith(keyOf(SANDBOX));
  admitted(table.authenticate(bearer(SANDBOX), FROM, NOW_MS));
  table.apply({ kind: "api_key", key: keyOf(SANDBOX, { scopes: [] }) });
  assert.equal(admitted(table.authenticate(bearer(SANDBOX), FROM, NOW_MS)).scopes.size, 0);
  table.apply({ kind: "api_key", key: keyOf(SANDBOX, { digest: LIVE.digest }) });
  denied(table.authenticate(bearer(SANDBOX), FROM, NOW_MS));
});

test("changed Product: status, name, placement -> in force for all of its keys, old and new", () => {
  const table = tableWith(keyOf(SANDBOX), keyOf(LIVE));
  const before = admitted(table.authenticate(bearer(SANDBOX), FROM, NOW_MS));
  // A replaced entry must not stay in use: only the newest entry of a key follows its Product.
  table.apply({ kind: "api_key", key: keyOf(SANDBOX, { name: "renamed" }) });
  const product: PlacedProduct = {
    ...PRODUCT,
    status: "disabled",
    placement: { sandbox: 8, live: 9 },
  };
  table.apply({ kind: "product", product });
  for (const [key, shard] of [
    [SANDBOX, 8],
    [LIVE, 9],
  ] as const) {
    const after = admitted(table.authenticate(bearer(key), FROM, NOW_MS));
    assert.equal(after.shard, shard);
    assert.equal(after.product.status, "disabled");
  }
  assert.equal(admitted(table.authenticate(bearer(SANDBOX), FROM, NOW_MS)).key.name, "renamed");
  assert.equal(before.product.status, "active");
});

const BROKEN: [string, Partial<KeyCredential>][] = [
  ["a digest of 31 bytes", { digest: SANDBOX.digest.slice(2) }],
  ["a revoked key without a date", { status: "revoked" }],
  ["an id that is not a key's", { apiKeyId: "prod_1" }],
  ["a negative slot", { slot: -1 }],
];
for (const [what, change] of BROKEN) {
  test(`apply: ${what} -> invariant, and the table is as before`, () => {
    const table = tableWith(keyOf(SANDBOX));
    const key = keyOf(SANDBOX, change);
    assert.throws(() => table.apply({ kind: "api_key", key }), /invariant/);
    admitted(table.authenticate(bearer(SANDBOX), FROM, NOW_MS));
  });
}

test("refusals: every one of the table -> no secret in message or details", () => {
  const table = tableWith(keyOf(SANDBOX, { status: "revoked", revokedAtMs: 1 }));
  const answers = [SANDBOX, STRANGER].map((key) => table.authenticate(bearer(key), FROM, NOW_MS));
  const text = JSON.stringify(answers);
  for (const key of [SANDBOX, STRANGER, LIVE]) {
    assert.ok(!text.includes(key.text.split("_")[3] as string));
    assert.ok(!text.includes(key.digest));
  }
});
