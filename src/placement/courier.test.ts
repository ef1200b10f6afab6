/** The courier over a real message channel: slots, limits, deadlines, waiting for the view. */
import assert from "node:assert/strict";
import { once } from "node:events";
import test, { type TestContext } from "node:test";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { ShardSignals, type ToShard } from "../contract/messages/envelope.ts";
import {
  envelopeText,
  readEnvelopes,
  replyText,
  whoText,
} from "../contract/messages/envelope_text.ts";
import {
  CHARACTERS_PER_MESSAGE,
  Courier,
  MAILBOX_LIMIT,
  REPLY_DEADLINE_MS,
  type ReplyTaker,
} from "./courier.ts";

const SUFFIX = "0123456789ABCDEFGHJKMNPQRS";

type Taken = { status: number; flags: number; suffix: string; body: string } | "silence";

function taker(into: Taken[]): ReplyTaker {
  return {
    isFinished: false,
    onReply: (status, flags, suffix, body) => into.push({ status, flags, suffix, body }),
    onNoReply: () => into.push("silence"),
  };
}

function open(context: TestContext): {
  courier: Courier;
  shard: MessagePort;
  signals: ShardSignals;
} {
  const { port1, port2 } = new MessageChannel();
  const signals = new ShardSignals(ShardSignals.allocate());
  signals.serving = true;
  const courier = new Courier(port1, signals);
  context.after(() => {
    courier.close();
    port2.close();
  });
  return { courier, shard: port2, signals };
}

async function next(shard: MessagePort): Promise<ToShard> {
  const [message] = (await once(shard, "message")) as [ToShard];
  return message;
}

function slotsOf(message: ToShard): number[] {
  assert.equal(typeof message, "string");
  return readEnvelopes(message as string, () => undefined).map(({ slot }) => slot);
}

function envelope(operation: string, credential = "key_1"): string {
  const who = whoText("realm", credential, undefined);
  const write = { operation, requestId: "r", who, key: "k" };
  return envelopeText({ ...write, input: "{}", isPlain: false, prepared: "" });
}

function replies(rows: { slot: number; status: number; body: string }[]): string {
  return rows.map(({ slot, status, body }) => replyText(slot, status, 0, SUFFIX, body)).join("");
}

test("Courier: requests of one turn -> one message; replies in any order find who waits", async (t) => {
  const { courier, shard } = open(t);
  const first: Taken[] = [];
  const second: Taken[] = [];
  assert.ok(courier.send(envelope("a"), taker(first), 0));
  assert.ok(courier.send(envelope("b"), taker(second), 0));
  const [one, two] = slotsOf(await next(shard)) as [number, number];
  shard.postMessage(
    replies([
      { slot: two, status: 409, body: '{"é":"\u{1F600}"}' },
      { slot: one, status: 201, body: "{}" },
    ]),
  );
  await until(() => first.length === 1 && second.length === 1);
  assert.deepEqual(first, [{ status: 201, flags: 0, suffix: SUFFIX, body: "{}" }]);
  assert.deepEqual(second, [{ status: 409, flags: 0, suffix: SUFFIX, body: '{"é":"\u{1F600}"}' }]);
  assert.equal(courier.underWay, 0);
});

test("Courier: who waits is gone before the turn ends -> its envelope is not sent, its slot is free", async (t) => {
  const { courier, shard } = open(t);
  const gone = { ...taker([]), isFinished: false };
  assert.ok(courier.send(envelope("gone"), gone, 0));
  assert.ok(courier.send(envelope("stays"), taker([]), 0));
  gone.isFinished = true;
  const message = String(await next(shard));
  assert.deepEqual(
    readEnvelopes(message, () => undefined).map(({ operation }) => operation),
    ["stays"],
  );
  assert.equal(courier.underWay, 1);
});

test("Courier: 33 requests of one turn, the newest is gone -> the first 32 in one message", async (t) => {
  const { courier, shard } = open(t);
  for (let at = 0; at < 32; at++) assert.ok(courier.send(envelope("a"), taker([]), 0));
  const gone = { ...taker([]), isFinished: false };
  assert.ok(courier.send(envelope("gone"), gone, 0));
  gone.isFinished = true;
  assert.equal(slotsOf(await next(shard)).length, 32);
  assert.equal(courier.underWay, 32);
});

for (const { characters, sent } of [
  { characters: CHARACTERS_PER_MESSAGE - 1, sent: ["large", "small"] },
  { characters: CHARACTERS_PER_MESSAGE, sent: ["large"] },
]) {
  test(`Courier: an envelope of ${characters} characters, and another one -> sent with ${sent.length}`, async (t) => {
    const { courier, shard } = open(t);
    const large = envelope("large", "x".repeat(characters - envelope("large", "").length));
    assert.ok(courier.send(large, taker([]), 0));
    assert.ok(courier.send(envelope("small"), taker([]), 0));
    const message = String(await next(shard));
    const operations = readEnvelopes(message, () => undefined).map(({ operation }) => operation);
    assert.deepEqual(operations, sent);
  });
}

test("Courier: the limit of requests under way -> taken; one more -> refused, nothing sent", (t) => {
  const { courier } = open(t);
  for (let at = 0; at < MAILBOX_LIMIT; at++) {
    assert.ok(courier.send(envelope("a"), taker([]), 0));
  }
  assert.equal(courier.send(envelope("a"), taker([]), 0), false);
  assert.equal(courier.underWay, MAILBOX_LIMIT);
});

test("Courier: a shard that does not serve -> refused", (t) => {
  const { courier, signals } = open(t);
  signals.serving = false;
  assert.equal(courier.send(envelope("a"), taker([]), 0), false);
});

test("Courier: no reply in time -> silence once; the late reply is dropped and its slot freed", async (t) => {
  const { courier, shard } = open(t);
  const taken: Taken[] = [];
  courier.send(envelope("a"), taker(taken), 1_000);
  const [slot] = slotsOf(await next(shard)) as [number];
  courier.expire(1_000 + REPLY_DEADLINE_MS - 1);
  assert.deepEqual(taken, []);
  courier.expire(1_000 + REPLY_DEADLINE_MS);
  courier.expire(1_000 + 2 * REPLY_DEADLINE_MS);
  assert.deepEqual(taken, ["silence"]);
  assert.equal(courier.underWay, 1);
  shard.postMessage(replies([{ slot, status: 201, body: "{}" }]));
  await until(() => courier.underWay === 0);
  assert.deepEqual(taken, ["silence"]);
});

test("Courier: a view that is behind -> asked for until it shows the frame", async (t) => {
  const { courier, shard, signals } = open(t);
  const settled: boolean[] = [];
  courier.awaitView(5, 0, (reached) => settled.push(reached));
  assert.deepEqual(await next(shard), { kind: "view" });
  signals.viewed = 4;
  shard.postMessage({ kind: "viewReached", sequence: 4 });
  assert.deepEqual(await next(shard), { kind: "view" });
  assert.deepEqual(settled, []);
  signals.viewed = 6;
  shard.postMessage({ kind: "viewReached", sequence: 6 });
  await until(() => settled.length === 1);
  assert.deepEqual(settled, [true]);
});

test("Courier: a view that never comes -> given up at the deadline", (t) => {
  const { courier } = open(t);
  const settled: boolean[] = [];
  courier.awaitView(5, 0, (reached) => settled.push(reached));
  courier.expire(REPLY_DEADLINE_MS);
  assert.deepEqual(settled, [false]);
});

test("Courier: a shard that stopped while a view is waited for -> given up at once", (t) => {
  const { courier, signals } = open(t);
  const settled: boolean[] = [];
  signals.serving = true;
  courier.awaitView(5, 0, (reached) => settled.push(reached));
  courier.expire(1);
  assert.deepEqual(settled, []);
  signals.serving = false;
  courier.expire(2);
  assert.deepEqual(settled, [false]);
});

test("Courier: a shard that stopped while a key is looked up -> unknown at once", (t) => {
  const { courier, signals } = open(t);
  const places: (number | undefined)[] = [];
  signals.serving = true;
  courier.locate("sandbox:prod_1", "key", 0, (place) => places.push(place));
  courier.expire(1);
  assert.deepEqual(places, []);
  signals.serving = false;
  courier.expire(2);
  assert.deepEqual(places, [undefined]);
});

test("Courier: where a key's record stands -> as the shard says; unknown when it is silent", async (t) => {
  const { courier, shard } = open(t);
  const places: (number | undefined)[] = [];
  courier.locate("sandbox:prod_1", "key", 0, (place) => places.push(place));
  const request = (await next(shard)) as { kind: "locate"; ticket: number };
  shard.postMessage({ kind: "located", ticket: request.ticket, place: 77 });
  await until(() => places.length === 1);
  courier.locate("sandbox:prod_1", "key", 0, (place) => places.push(place));
  courier.expire(REPLY_DEADLINE_MS);
  assert.deepEqual(places, [77, undefined]);
});

/**
 * Waits, one turn of the event loop after another, until `condition` is true or the test times out.
 */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

test("Courier: whenAnswered -> when all that was with the shard has its reply, given up or not; later requests do not count", async (t) => {
  const { courier, shard } = open(t);
  await courier.whenAnswered();
  const answers: Taken[] = [];
  assert.ok(courier.send(envelope("a"), taker(answers), 0));
  assert.ok(courier.send(envelope("b"), taker(answers), 0));
  const [one, two] = slotsOf(await next(shard)) as [number, number];
  let isDone = false;
  const waiting = courier.whenAnswered().then(() => {
    isDone = true;
  });
  courier.expire(REPLY_DEADLINE_MS + 1);
  assert.deepEqual(answers, ["silence", "silence"]);
  assert.ok(courier.send(envelope("c"), taker(answers), 0));
  await next(shard);
  shard.postMessage(replies([{ slot: one, status: 200, body: "{}" }]));
  while (courier.underWay === 3) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isDone, false);
  shard.postMessage(replies([{ slot: two, status: 200, body: "{}" }]));
  await waiting;
  assert.equal(courier.underWay, 1);
});
