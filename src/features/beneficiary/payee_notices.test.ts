/** What whoever approves a payment is told of payees whose bank knows the account under another name. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { made } from "../../../test/support/features/beneficiary/beneficiaries.ts";
import { openWorld } from "../../../test/world/world.ts";
import { beneficiaryUpdate } from "./beneficiary.update.ts";
import { NOTICES_MAX, payeeNotices } from "./payee_notices.ts";

/** A world with payees as the ends of their names ask of the simulator. */
async function paying() {
  const world = await openWorld();
  return {
    accept: (beneficiaryId: string) =>
      world.made(beneficiaryUpdate, { beneficiaryId, acceptMismatch: true }),
    payee: (end: string, more: object = {}) =>
      made(world, { name: `Paper Mill Ltd (${end})`, ...more }),
    told: async (input: Record<string, unknown>) =>
      payeeNotices(await world.snapshot(), world.realmOf(world.caller), input),
  };
}

const ACCEPTED = "it was accepted that it is paid all the same";
const noticeOf = (id: string, then: string) =>
  `the bank of the beneficiary ${id} said that its account has another name, and ${then}`;

test("payee notices: a mismatch by a chosen id, accepted or not -> what the bank said and what became of it, without names", async () => {
  const { accept, payee, told } = await paying();
  await payee("close match", { beneficiaryId: "mill" });
  const payout = { beneficiaryId: "mill", amount: "1", currency: "EUR" };
  assert.deepEqual(await told(payout), [noticeOf("mill", "nobody has accepted that")]);
  accept("mill");
  assert.deepEqual(await told(payout), [noticeOf("mill", ACCEPTED)]);
  assert.deepEqual(await told({ name: "mill" }), []);
});

test("payee notices: a match, and an id that nobody has -> nothing", async () => {
  const { payee, told } = await paying();
  await payee("nobody asks for anything", { beneficiaryId: "good" });
  assert.deepEqual(await told({ beneficiaryId: "good" }), []);
  assert.deepEqual(await told({ beneficiaryId: "unknown" }), []);
});

test("payee notices: a batch, and a field of an action -> each payee once, at most as many as are told", async () => {
  const { accept, payee, told } = await paying();
  const made = await Promise.all(Array.from({ length: NOTICES_MAX + 1 }, () => payee("no match")));
  const ids = made.map(({ beneficiaryId }) => beneficiaryId);
  for (const id of ids) accept(id);
  const items = [...ids, ...ids].map((beneficiaryId) => ({ beneficiaryId, amount: "1" }));
  const notices = ids.map((id) => noticeOf(id, ACCEPTED));
  assert.deepEqual(await told({ items, atomic: true }), notices.slice(0, NOTICES_MAX));
  assert.deepEqual(await told({ input: { payee: ids[0] } }), notices.slice(0, 1));
});
