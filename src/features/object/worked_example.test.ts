/** The first worked example of the language, on a shard: an invoice that is paid in parts and settled with a fee. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { balanceOf } from "../../../test/world/parties.ts";
import { openWorld } from "../../../test/world/world.ts";
import { called, invoice, runProgram } from "./testing_objects.ts";

test("invoice: paid in parts, settled -> the fee to the Product, the rest to the payee", async () => {
  const world = await openWorld();
  runProgram(world);
  const { from, to, object } = invoice(world);
  assert.deepEqual(
    [object.state, object.revision, object.remainders],
    ["draft", 1, { due: "10000" }],
  );
  called(world, object, "issue");
  const onBehalfOf = from.customerId;
  const part = called(world, object, "pay", { onBehalfOf, input: { amount: "4000" } });
  assert.deepEqual([part.object.state, part.object.remainders], ["open", { due: "6000" }]);
  const rest = called(world, object, "pay", { onBehalfOf, input: { amount: "6000" } });
  assert.equal(rest.object.state, "funded");
  assert.equal(rest.outcome.schedules.length, 1);
  const { object: settled, outcome } = called(world, object, "settle");
  assert.equal(settled.state, "settled");
  assert.deepEqual(
    outcome.moves.map(({ label, amount }) => ({ label, amount })),
    [
      { label: "fee", amount: "250" },
      { label: "net", amount: "9750" },
    ],
  );
  assert.deepEqual(
    outcome.fees.map(({ label, amount }) => ({ label, amount })),
    [{ label: "fee", amount: "250" }],
  );
  assert.equal(balanceOf(world, from.accountId).posted, "90000");
  assert.equal(balanceOf(world, to.accountId).posted, "9750");
  const [escrow] = settled.ownAccounts;
  assert.equal(balanceOf(world, escrow?.accountId as string).posted, "0");
});
