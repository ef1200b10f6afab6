/** The first worked example of the language, on a shard: an invoice that is paid in parts and settled with a fee. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  called,
  fundedInvoice,
  invoice,
  pathOf,
  runProgram,
  stateOf,
} from "../../../test/support/features/object/objects.ts";
import { START_MS } from "../../../test/world/callers.ts";
import { advanceClock, at, balanceOf, DAY_MS } from "../../../test/world/parties.ts";
import { openWorld } from "../../../test/world/world.ts";
import { decisionResolve } from "../decision/decision.resolve.ts";
import { objectActionCall } from "./object.action.call.ts";

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

test("invoice: funded, and three days pass -> the clock settles it, as an operation of its own", async () => {
  const world = await openWorld();
  runProgram(world);
  const { to, object } = fundedInvoice(world);
  advanceClock(world, at(3 * DAY_MS - 1));
  assert.equal(stateOf(world, object.objectId), "funded");
  advanceClock(world, at(3 * DAY_MS));
  assert.equal(stateOf(world, object.objectId), "settled");
  assert.equal(balanceOf(world, to.accountId).posted, "9750");
  const [row] = [...world.state.schedules.values()];
  assert.deepEqual([row?.status, row?.attempt, row?.ranAtMs], ["ran", 1, START_MS + 3 * DAY_MS]);
});

test("invoice: settled by hand before its row is due -> the row has nothing to do", async () => {
  const world = await openWorld();
  runProgram(world);
  const { object } = fundedInvoice(world);
  called(world, object, "settle");
  advanceClock(world, at(3 * DAY_MS));
  const [row] = [...world.state.schedules.values()];
  assert.deepEqual([row?.status, row?.skippedBecause], ["skipped", "ended"]);
});

test("invoice: a refund that is approved -> runs once; one that is declined or timed out -> refused", async () => {
  const world = await openWorld();
  runProgram(world);
  const { from, object } = fundedInvoice(world);
  const onBehalfOf = from.customerId;
  const ask = () => called(world, object, "requestRefund", { onBehalfOf }).outcome.decisions[0];
  const refund = () => world.run(objectActionCall, { ...pathOf(world, object), action: "refund" });
  assert.equal(refund().code, "state_conflict");
  const first = ask();
  assert.equal(refund().code, "state_conflict");
  world.made(decisionResolve, { decisionId: first?.decisionId, outcome: "decline", reason: "no" });
  assert.equal(refund().code, "noun_decision_declined");
  ask();
  advanceClock(world, at(2 * DAY_MS));
  assert.equal(refund().code, "noun_decision_timeout");
  const third = ask();
  world.made(decisionResolve, { decisionId: third?.decisionId, outcome: "approve" });
  assert.equal(refund().code, undefined);
  assert.equal(stateOf(world, object.objectId), "refunded");
  assert.equal(balanceOf(world, from.accountId).posted, "100000");
});
