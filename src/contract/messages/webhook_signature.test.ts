/** Signatures, checked with the reference verifier of Standard Webhooks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { isSigned, SIGNATURE_TOLERANCE_SECONDS, signatureOf } from "./webhook_signature.ts";

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

/** A message as the reference signs it. */
function messageOf(secret: string, at: number) {
  return {
    webhookId: "msg_1",
    timestamp: String(at),
    signature: new Webhook(secret).sign("msg_1", new Date(at * 1_000), BODY),
    body: Buffer.from(BODY),
  };
}

test("signature: what the reference signed -> signed, for whoever has the secret among his", () => {
  const at = 1_700_000_000;
  const message = messageOf(NEW, at);
  assert.ok(isSigned(message, [NEW], at * 1_000));
  assert.ok(isSigned(message, [OLD, NEW], at * 1_000));
  assert.ok(!isSigned(message, [OLD], at * 1_000));
  assert.ok(!isSigned(message, [], at * 1_000));
  const two = `${messageOf(OLD, at).signature} ${message.signature}`;
  assert.ok(isSigned({ ...message, signature: two }, [NEW], at * 1_000));
});

test("signature: 300 s before and after now -> signed; a second more -> not", () => {
  const at = 1_700_000_000;
  const far = SIGNATURE_TOLERANCE_SECONDS;
  const cases: [seconds: number, isGood: boolean][] = [
    [-far, true],
    [far, true],
    [-far - 1, false],
    [far + 1, false],
  ];
  for (const [seconds, isGood] of cases) {
    assert.equal(isSigned(messageOf(NEW, at), [NEW], (at + seconds) * 1_000), isGood, `${seconds}`);
  }
});

test("signature: anything missing, changed or of another form -> not signed", () => {
  const at = 1_700_000_000;
  const message = messageOf(NEW, at);
  const { signature } = message;
  const changes = [
    { webhookId: undefined },
    { webhookId: "" },
    { webhookId: "msg_2" },
    { timestamp: undefined },
    { timestamp: `0${at}` },
    { timestamp: `${at}.0` },
    { timestamp: `${at + 1}` },
    { timestamp: "" },
    { timestamp: "NaN" },
    { signature: undefined },
    { signature: "" },
    { signature: signature.slice(3) },
    { signature: signature.replace("v1", "v1a") },
    { signature: signature.slice(0, -1) },
    { signature: `${signature}=` },
    { signature: "v1, ".repeat(8) + signature },
    { body: Buffer.from(`${BODY} `) },
    { body: Buffer.alloc(0) },
  ];
  for (const change of changes) {
    const is = isSigned({ ...message, ...change }, [NEW], at * 1_000);
    assert.ok(!is, JSON.stringify(change));
  }
});
