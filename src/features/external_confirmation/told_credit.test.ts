/** The confirmation of a credit that its bank tells: a new one, or one that waited for it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { saidOfCredit } from "../../../test/support/features/external_confirmation/confirmations.ts";
import { liveAddress, take } from "../../../test/support/features/received_credit/credits.ts";
import type { Input } from "../../../test/world/input.ts";
import { openWorld } from "../../../test/world/world.ts";
import { externalConfirmationCreate } from "./external_confirmation.create.ts";
import {
  externalConfirmationList,
  externalConfirmationRetrieve,
} from "./external_confirmation_noun.ts";

const BANK = { provider: "acme", externalReference: "bank-1" };

/** The confirmations of a Product in live, after what is said before and the credit that the bank tells. */
async function confirmationsAfter(said?: Input) {
  const world = await openWorld({ environment: "live" });
  const addressed = liveAddress(world);
  const draft = said && saidOfCredit(addressed.financialAddressId, { ...BANK, ...said });
  const before = draft && world.made(externalConfirmationCreate, draft);
  const { receivedCreditId } = take(world, addressed);
  const { productId } = world.principal;
  const { items } = await world.found(externalConfirmationList, { productId });
  return { world, draft, before, receivedCreditId, addressed, items: items as Input[] };
}

test("told credit: nobody has confirmed it -> a confirmation by its bank, which is matched", async () => {
  const { items, receivedCreditId, addressed } = await confirmationsAfter();
  assert.equal(items.length, 1);
  const { status, resource, actor, occurredAt, ...said } = items[0] as Input;
  assert.deepEqual([status, occurredAt], ["matched", "1970-01-01T00:00:01.000Z"]);
  assert.deepEqual(resource, { type: "received_credit", id: receivedCreditId });
  assert.deepEqual(actor, { type: "provider", id: "provider" });
  const { provider, externalReference, destinationAccountId } = said;
  assert.deepEqual({ provider, externalReference }, BANK);
  assert.equal(destinationAccountId, addressed.accountId);
});

test("told credit: somebody has said the same, by another time -> that one is matched, and repeated it is the same", async () => {
  const { world, draft, items, before, receivedCreditId } = await confirmationsAfter({});
  assert.equal(items.length, 1);
  const { status, revision, resource, evidenceDigest } = items[0] as Input;
  assert.deepEqual([status, revision], ["matched", 2]);
  assert.deepEqual(resource, { type: "received_credit", id: receivedCreditId });
  assert.equal(evidenceDigest, before?.["evidenceDigest"]);
  const again = world.made(externalConfirmationCreate, draft as Input);
  assert.deepEqual(again, items[0]);
});

test("told credit: somebody has said another amount -> that one is rejected, and says in what", async () => {
  const { world, items, before } = await confirmationsAfter({ amount: "1251" });
  assert.equal(items.length, 1);
  const { externalConfirmationId } = before as Input;
  const shown = await world.found(externalConfirmationRetrieve, { externalConfirmationId });
  assert.deepEqual([shown["status"], shown["mismatched"]], ["rejected", ["amount"]]);
  assert.deepEqual(shown["resource"], { type: "received_credit" });
});

for (const [what, amount, ends] of [
  ["as it is on record", "1250", undefined],
  ["with another amount", "1251", "external_confirmation_conflict"],
] as const) {
  test(`told credit: confirmed afterwards with the bank's reference, ${what} -> ${ends ?? "the bank's own confirmation"}`, async () => {
    const { world, addressed, items } = await confirmationsAfter();
    const occurredAt = items[0]?.["occurredAt"];
    const destinationAccountId = addressed.accountId;
    const said = { ...BANK, amount, occurredAt, destinationAccountId };
    const { reply, code } = world.run(
      externalConfirmationCreate,
      saidOfCredit(addressed.financialAddressId, said),
    );
    if (ends === undefined) assert.deepEqual(reply, items[0]);
    else assert.equal(code, ends);
  });
}

test("told credit: confirmed by its id under another reference -> refused, because its bank has confirmed it", async () => {
  const { world, addressed, receivedCreditId } = await confirmationsAfter();
  const resource = { type: "received_credit", id: receivedCreditId };
  const said = { resource, externalReference: "STATEMENT-2" };
  const draft = saidOfCredit(addressed.financialAddressId, said);
  const { code } = world.run(externalConfirmationCreate, draft);
  assert.equal(code, "external_confirmation_resource_conflict");
});
