/** Which connections are closed when they come, and which requests are refused, by the network of their address. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ipBytes } from "../base/ip_address.ts";
import { ConnectionGate } from "./connection_gate.ts";

const NOW_MS = Date.UTC(2026, 0, 1);
const MAX = 3;
const PROXY = "10.0.0.1";

const from = (address: string) => ({
  getRemoteAddress: () => (ipBytes(address) as Uint8Array).slice().buffer,
});
const newGate = (max = MAX) =>
  new ConnectionGate(max, (address) => Buffer.from(address).equals(ipBytes(PROXY) as Uint8Array));

test("connection gate: a network with fewer, as many, more than it may -> nothing, closed when it comes, refused too", () => {
  const gate = newGate();
  gate.learn(
    new Map([
      ["192.0.2.3", MAX],
      ["192.0.2.4", MAX + 1],
      ["2001:db8:0:1:0:0:0:0", MAX + 1],
    ]),
  );
  for (const [address, isFull, isRefused] of [
    ["192.0.2.2", false, false],
    ["192.0.2.3", true, false],
    ["::ffff:192.0.2.3", true, false],
    ["192.0.2.4", true, true],
    ["2001:db8:0:1::7", true, true],
    ["2001:db8:0:2::7", false, false],
  ] as const) {
    assert.equal(gate.isFull(from(address)), isFull, address);
    assert.equal(gate.refusalOf(from(address), () => NOW_MS) !== undefined, isRefused, address);
  }
  assert.equal(gate.refused, 4 + 2);
  gate.learn(new Map());
  assert.equal(gate.isFull(from("192.0.2.3")), false);
  assert.equal(
    gate.refusalOf(from("192.0.2.4"), () => NOW_MS),
    undefined,
  );
});

test("connection gate: a refusal -> rate_limited with the limit, and when to come again", () => {
  const gate = newGate();
  gate.learn(new Map([["192.0.2.4", 9]]));
  const refusal = gate.refusalOf(from("192.0.2.4"), () => NOW_MS);
  assert.equal(refusal?.code, "rate_limited");
  assert.equal(
    refusal.message,
    "the network of this address has 9 connections open; it may have 3",
  );
  assert.equal(refusal.retryAfterSeconds, 5);
  const resetAt = "2026-01-01T00:00:05.000Z";
  assert.deepEqual(refusal.details, { subject: "connections", limit: MAX, resetAt });
});

test("connection gate: as many new ones in a second as there may be, one more -> taken, closed; in the next second taken", () => {
  const gate = newGate();
  const full = () => [1, 2, 3, 4].map(() => gate.isFull(from("192.0.2.5")));
  assert.deepEqual(full(), [false, false, false, true]);
  assert.equal(gate.isFull(from("192.0.2.6")), false);
  gate.sweep();
  assert.deepEqual(full(), [false, false, false, true]);
  assert.equal(gate.refused, 2);
});

test("connection gate: a configured proxy, no limit -> any number", () => {
  const gate = newGate();
  const off = newGate(0);
  for (let at = 0; at < 10; at++) {
    assert.equal(gate.isFull(from(PROXY)), false);
    assert.equal(off.isFull(from("192.0.2.5")), false);
  }
});
