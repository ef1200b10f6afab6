/** A plain batch, whose items are read as bytes, against the same batch in JSON. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { REPLY_PLAIN, REPLY_REPLAYED } from "../../../src/contract/messages/envelope.ts";
import {
  envelopeText,
  plainText,
  slotText,
  whoText,
} from "../../../src/contract/messages/envelope_text.ts";
import { SHARD_REGISTRY } from "../../../src/features/registry.ts";
import { plainBatchJson } from "../../../src/features/transfer/transfer_batch.ts";
import {
  ACCOUNT,
  ask,
  type Box,
  envelope,
  openMailbox,
  type Reply,
  send,
  until,
  uuid,
} from "../../support/shard/mailbox.ts";

const BATCH = "transfer.batch.create";
const PLAIN = SHARD_REGISTRY.operations.get(BATCH)?.plain;

type Items = { items: Record<string, string>[] };

async function answered(box: Box, slot: number): Promise<Reply> {
  await until(() => box.replies[0]?.has(slot) === true);
  return box.replies[0]?.get(slot) as Reply;
}

/** Sends a batch as an edge sends a plain one. */
function sendPlain(box: Box, slot: number, input: Items): Promise<Reply> {
  assert.ok(PLAIN !== undefined);
  const text = plainText(PLAIN, input);
  assert.ok(text !== undefined);
  const write = { operation: BATCH, requestId: `r${slot}`, key: uuid(slot), prepared: "" };
  const who = whoText(box.realmKey, "key_1", undefined);
  const message = slotText(slot) + envelopeText({ ...write, who, input: text, isPlain: true });
  box.ports[0]?.postMessage(message);
  return answered(box, slot);
}

function sendJson(box: Box, slot: number, input: Items, key = uuid(slot)): Promise<Reply> {
  send(box, [envelope(box, slot, { operation: BATCH, input, key })]);
  return answered(box, slot);
}

/** Two accounts of the realm, the first with 1,000. */
async function accountsIn(box: Box): Promise<[string, string]> {
  const ids: string[] = [];
  for (const slot of [1, 2]) {
    const made = await ask(box, envelope(box, slot));
    ids.push(String(made["accountId"]));
  }
  const [accountId = "", other = ""] = ids;
  const input = { destinationAccountId: accountId, amount: "1000", currency: ACCOUNT["currency"] };
  await ask(box, envelope(box, 3, { operation: "sandbox.account_funding.create", input }));
  return [accountId, other];
}

function itemOf(sourceAccountId: string, destinationAccountId: string, amount: string) {
  return { sourceAccountId, destinationAccountId, amount, currency: "EUR" };
}

test("plain batch: all items post -> no body; the same key in JSON is a replay, with the edge's answer", async (t) => {
  const box = await openMailbox(t);
  const [source, other] = await accountsIn(box);
  const item = itemOf(source, other, "7");
  const back = { ...item, sourceAccountId: other, destinationAccountId: source, amount: "3" };
  const input = { items: [item, back, item] };
  const fresh = await sendPlain(box, 10, input);
  assert.deepEqual([fresh.status, fresh.flags, fresh.body], [201, REPLY_PLAIN, ""]);
  const again = await sendJson(box, 11, input, uuid(10));
  const body = plainBatchJson(3, fresh.suffix);
  assert.deepEqual(again, { status: 201, flags: REPLY_REPLAYED, suffix: fresh.suffix, body });
  const different = await sendJson(box, 12, { items: [item, back] }, uuid(10));
  assert.equal(different.status, 409);
});

test("plain batch: items that do not post -> the results that the same batch has in JSON", async (t) => {
  const box = await openMailbox(t);
  const [source, other] = await accountsIn(box);
  const item = itemOf(source, other, "1");
  const unknown = `${source.slice(0, -1)}${source.endsWith("0") ? "1" : "0"}`;
  const input = {
    items: [
      item,
      { ...item, sourceAccountId: unknown },
      { ...item, destinationAccountId: unknown },
      { ...item, sourceAccountId: `acct-${source.slice(5)}` },
      { ...item, sourceAccountId: `bcct_${source.slice(5)}` },
      { ...item, destinationAccountId: `${other}0` },
      { ...item, destinationAccountId: "acct_" },
      { ...item, currency: "USD" },
      { ...item, amount: "5000" },
      item,
    ],
  };
  const resultsOf = ({ status, flags, body }: Reply) => {
    assert.deepEqual([status, flags], [201, 0]);
    const { results, posted } = JSON.parse(body) as {
      results: { transferId?: string }[];
      posted: number;
    };
    return { posted, results: results.map(({ transferId: _, ...result }) => result) };
  };
  const plain = resultsOf(await sendPlain(box, 10, input));
  assert.equal(plain.posted, 2);
  // What the items moved goes back, so that the source has as much as before.
  const back = { ...item, sourceAccountId: other, destinationAccountId: source };
  assert.equal((await sendPlain(box, 11, { items: [back, back] })).flags, REPLY_PLAIN);
  assert.deepEqual(resultsOf(await sendJson(box, 12, input)), plain);
});
