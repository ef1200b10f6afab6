/** Decision table of decision.resolve, and what an approval starts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { listOf } from "../../../test/support/features/event/listener.ts";
import { askedFor, givenCase, rowsIn } from "../../../test/support/features/object/cases.ts";
import { called, stateOf } from "../../../test/support/features/object/objects.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { advanceClock, at, DAY_MS } from "../../../test/world/parties.ts";
import { assertShows, openWorld, type World } from "../../../test/world/world.ts";
import { customerSuspend } from "../customer/customer.suspend.ts";
import { previousFields } from "../previous_fields.ts";
import { decisionResolve } from "./decision.resolve.ts";
import { decisionRetrieve } from "./decision_noun.ts";

function given(world: World) {
  const made = givenCase(world);
  return { ...made, decisionId: askedFor(world, made.object) };
}

decisionTable(decisionResolve, {
  given,
  input: ({ decisionId }) => ({ decisionId, outcome: "approve", reason: "all is well" }),
  stepMs: 1_000,
  rows: [
    {
      title: "approve",
      outcome: "approved, and the action that waits for it runs",
      reply: { status: "approved", reason: "all is well", gate: "review", revision: 2 },
      async check({ reply }, { world, object, decisionId }) {
        assert.equal((reply["resolvedBy"] as { type: string }).type, "product_key");
        await assertShows(world, decisionRetrieve, { decisionId }, reply);
        world.passTime();
        assert.equal(stateOf(world, object.objectId), "approved");
      },
    },
    {
      title: "decline, without a reason",
      input: { outcome: "decline", reason: undefined },
      outcome: "declined, and nothing runs",
      reply: { status: "declined" },
      check({ reply }, { world, object }) {
        assert.equal(reply["reason"], undefined);
        world.passTime();
        assert.equal(stateOf(world, object.objectId), "open");
      },
    },
    {
      title: "a decision that is not there",
      input: { decisionId: "dec_unknown" },
      code: "resource_not_found",
      details: { resourceType: "decision", decisionId: "dec_unknown" },
    },
    {
      title: "a decision that only a provider may decide",
      input: ({ world, object }) => ({ decisionId: askedFor(world, object, "askOutside") }),
      code: "port_actor_not_allowed",
      details: { action: "outside", actor: "operator" },
    },
    {
      title: "declined before",
      given: ({ world, decisionId }) =>
        world.made(decisionResolve, { decisionId, outcome: "decline" }),
      code: "noun_decision_declined",
    },
    {
      title: "approved before",
      given: ({ world, decisionId }) =>
        world.made(decisionResolve, { decisionId, outcome: "approve" }),
      code: "state_conflict",
      details: { expected: "pending", actual: "approved" },
    },
    {
      title: "at its deadline",
      given: ({ world }) => advanceClock(world, at(DAY_MS)),
      code: "noun_decision_timeout",
      check: ({ details }) => assert.equal(details["deadline"], at(DAY_MS)),
    },
  ],
});

test("decision: nobody decides, and silence approves -> the clock times it out and calls the action", async () => {
  const world = await openWorld();
  const { object } = givenCase(world);
  const decisionId = askedFor(world, object, "announce");
  advanceClock(world, at(DAY_MS));
  const { status, onTimeout, usedAt } = await world.found(decisionRetrieve, { decisionId });
  assert.deepEqual([status, onTimeout, usedAt], ["timed_out", "approve", at(DAY_MS)]);
  assert.equal(stateOf(world, object.objectId), "approved");
  assert.equal(rowsIn(world).length, 2);
});

test("decision: approved, and the object has left the state -> no action, and nothing waits", async () => {
  const world = await openWorld();
  const { object } = givenCase(world);
  const decisionId = askedFor(world, object);
  called(world, object, "close");
  world.made(decisionResolve, { decisionId, outcome: "approve" });
  assert.deepEqual(world.passTime(), []);
  assert.equal(stateOf(world, object.objectId), "closed");
});

test("decision: its action is refused -> recorded as refused, and the approval stays", async () => {
  const world = await openWorld();
  const { object, owner } = givenCase(world);
  const decisionId = askedFor(world, object);
  world.made(decisionResolve, { decisionId, outcome: "approve" });
  world.made(customerSuspend, { customerId: owner.customerId, reason: "review" });
  const [outcome] = world.passTime();
  assert.equal(outcome?.code, "customer_status_forbidden");
  assert.deepEqual(world.passTime(), []);
  const { status, usedAt } = await world.found(decisionRetrieve, { decisionId });
  assert.deepEqual([status, usedAt], ["approved", undefined]);
});

for (const [end, decide] of [
  ["approved, with a reason", { outcome: "approve", reason: "all is well" }],
  ["declined", { outcome: "decline" }],
  ["timed out", undefined],
] as const) {
  test(`decision: ${end} -> its event has every field that changed, as it was`, async () => {
    const world = await openWorld();
    const decisionId = askedFor(world, givenCase(world).object);
    const before = await world.found(decisionRetrieve, { decisionId });
    if (decide === undefined) advanceClock(world, at(DAY_MS));
    else world.made(decisionResolve, { decisionId, ...decide });
    const events = await listOf(world, { productId: world.principal.productId }, world.caller);
    const types = ["decision.approved", "decision.declined", "decision.timed_out"];
    const [event, ...others] = events.filter(({ type }) => types.includes(type));
    assert.deepEqual(others, []);
    const { object, previous } = event?.data ?? {};
    assert.deepEqual(previous, previousFields(before, object ?? {}));
  });
}
