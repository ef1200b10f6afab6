/** What the approval of an agent's call binds of the object that the call is about: in the memory of the shard as the edge sees it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { made } from "../../../test/support/features/beneficiary/beneficiaries.ts";
import { called, objectMade, runProgram } from "../../../test/support/features/object/objects.ts";
import { GRANT_KIND, GRANTS_PROGRAM } from "../../../test/support/programs/grants_program.ts";
import { openWorld } from "../../../test/world/world.ts";
import { approvalSightOf } from "../agent_approval/approval_sight.ts";
import { RESOURCES } from "../registry.ts";
import { payeesOfObject } from "./object_payees.ts";

type Ids = { objectId: string; decisionId: string; madeId: string };
type Asked = [name: string, input: (ids: Ids) => Record<string, unknown>, bound: string[]];

const ASKED: Asked[] = [
  ["its id", ({ objectId }) => ({ objectId, action: "pay" }), ["mill"]],
  [
    "the decision about it",
    ({ decisionId }) => ({ decisionId, outcome: "approve" }),
    ["object", "mill"],
  ],
  ["an id that nobody has", () => ({ objectId: `obj_${"0".repeat(26)}` }), []],
  ["a decision that nobody has", () => ({ decisionId: `dec_${"0".repeat(26)}` }), []],
  ["no id", () => ({ beneficiaryId: "mill" }), []],
];

async function granted(payee?: string) {
  const world = await openWorld();
  runProgram(world, GRANTS_PROGRAM);
  const { beneficiaryId } = await made(world, {
    ...{ name: "Paper Mill Ltd (no match)" },
    ...(payee !== undefined && { beneficiaryId: payee }),
  });
  const grant = objectMade(world, GRANT_KIND, { payee: beneficiaryId, note: "for ink" });
  called(world, grant, "ask");
  const asked = world.state.objects.byId(world.realmOf(world.caller), grant.objectId);
  const decisionId = asked?.decisions?.["review"] ?? "";
  return { world, objectId: grant.objectId, decisionId, madeId: beneficiaryId };
}

for (const [name, inputOf, expected] of ASKED) {
  test(`payees of an object: asked about by ${name} -> ${expected.join(", ") || "nothing"}, with the revision`, async () => {
    const { world, ...ids } = await granted("mill");
    const realm = world.realmOf(world.caller);
    const bound = payeesOfObject(world.state, realm, inputOf(ids));
    const object = { type: "object", id: ids.objectId, revision: 2 };
    const mill = { type: "beneficiary", id: "mill", revision: 2 };
    assert.deepEqual(
      bound,
      expected.map((what) => (what === "object" ? object : mill)),
    );
    const seen = approvalSightOf(RESOURCES).seenNamed(await world.snapshot(), realm, inputOf(ids));
    for (const one of bound) assert.ok(seen.some(({ id }) => id === one.id));
  });
}

test("payees of an object: a field with an id that was made -> bound; the person is told that its bank knows another name", async () => {
  const { world, objectId, madeId } = await granted();
  const realm = world.realmOf(world.caller);
  const input = { objectId, action: "pay" };
  const bound = payeesOfObject(world.state, realm, input);
  assert.deepEqual(bound, [{ type: "beneficiary", id: madeId, revision: 2 }]);
  const sight = approvalSightOf(RESOURCES);
  const snapshot = await world.snapshot();
  assert.deepEqual(sight.seenNamed(snapshot, realm, input), bound);
  const [notice, ...more] = sight.notices(snapshot, realm, input);
  assert.match(notice ?? "", new RegExp(`^the bank of the beneficiary ${madeId} said that`));
  assert.deepEqual(more, []);
});
