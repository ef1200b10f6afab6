/** Signatures, checked with the reference verifier of Standard Webhooks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { signatureOf } from "./webhook_signature.ts";

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString("base64")}`;
const OLD = secretOf(1);
const NEW = secretOf(2);
const BODY = '{"type":"transfer.posted","data":{"name":"Zoë ✓"}}';

function signed(secrets: string[], at = Math.floor(Date.now() / 1_000)) {
  const parts = { webhookId: "evt_1", timestampSeconds: at, body: Buffer.from(BODY) };
  return {
    "webhook-id": parts.webhookId,
    "webhook-timestamp": String(at),
    "webhook-signature": signatureOf(parts, secrets),
  };
}

test("signature: one secret -> the text that the reference makes", () => {
  const at = 1_700_000_000;
  const headers = signed([NEW], at);
  const wanted = new Webhook(NEW).sign("evt_1", new Date(at * 1_000), BODY);
  assert.equal(headers["webhook-signature"], wanted);
});

test("signature: one secret -> verified with it, not with another", () => {
  assert.deepEqual(new Webhook(NEW).verify(BODY, signed([NEW])), JSON.parse(BODY));
  assert.throws(() => new Webhook(OLD).verify(BODY, signed([NEW])), /No matching signature/);
});

test("signature: two secrets during a rotation -> two entries, verified with either", () => {
  const headers = signed([NEW, OLD]);
  assert.match(headers["webhook-signature"], /^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/);
  for (const secret of [NEW, OLD]) new Webhook(secret).verify(BODY, headers);
  assert.throws(() => new Webhook(secretOf(3)).verify(BODY, headers), /No matching signature/);
});

test("signature: body, id, timestamp or signature changed -> not verified", () => {
  const headers = signed([NEW]);
  const later = String(Number(headers["webhook-timestamp"]) + 1);
  const signature = headers["webhook-signature"].replace(/.=$/, (end) =>
    end === "A=" ? "B=" : "A=",
  );
  const changes: [string, Record<string, string>][] = [
    [`${BODY} `, headers],
    [BODY.replace("posted", "failed"), headers],
    [BODY, { ...headers, "webhook-id": "evt_2" }],
    [BODY, { ...headers, "webhook-timestamp": later }],
    [BODY, { ...headers, "webhook-signature": signature }],
  ];
  for (const [body, changed] of changes) {
    assert.throws(() => new Webhook(NEW).verify(body, changed), /No matching signature/);
  }
});

test("signature: a secret of another form, or none -> throws, and does not repeat the secret", () => {
  const key = Buffer.alloc(33, 5).toString("base64");
  const bad = ["", key, `whsec_${key}`, `whsec_${key.slice(0, 8)}`, `whsec_${key}\r\n`, "whsec_"];
  for (const secret of bad) {
    assert.throws(
      () => signed([secret]),
      (fault: Error) => /secret of webhooks/.test(fault.message) && !fault.message.includes(key),
      secret,
    );
  }
  assert.throws(() => signed([]), /at least one secret/);
});
