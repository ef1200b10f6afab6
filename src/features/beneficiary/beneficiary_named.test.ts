/** Which beneficiaries the input of a call names by chosen ids: in the memory of the shard as in a snapshot. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { made, US } from "../../../test/support/features/beneficiary/beneficiaries.ts";
import { openWorld } from "../../../test/world/world.ts";
import { beneficiaryUpdate } from "./beneficiary.update.ts";
import { namedByChosenIds, seenByChosenIds } from "./beneficiary_named.ts";

type Named = [name: string, input: (madeId: string) => Record<string, unknown>, ids: string[]];
const INPUTS: Named[] = [
  ["of a payout", () => ({ beneficiaryId: "mill", description: "ink" }), ["mill"]],
  [
    "of a batch",
    () => ({ items: [{ beneficiaryId: "ink" }, { beneficiaryId: "mill" }] }),
    ["ink", "mill"],
  ],
  ["of a mandate", () => ({ mandate: { beneficiaryId: "ink" } }), ["ink"]],
  [
    "of an action",
    () => ({ objectId: "mill", input: { payee: "mill", more: ["ink"] } }),
    ["mill", "ink"],
  ],
  ["of a new object", () => ({ fields: { payee: "ink", twice: "ink" } }), ["ink"]],
  ["that nobody has", () => ({ beneficiaryId: "nobody", input: { payee: "none" } }), []],
  ["that was made", (beneficiaryId) => ({ beneficiaryId, input: { beneficiaryId } }), []],
];

for (const [name, inputOf, ids] of INPUTS) {
  test(`beneficiaries named: an id ${name} -> ${ids.join(", ") || "none"}, with the revision`, async () => {
    const world = await openWorld();
    await made(world, { beneficiaryId: "mill", rail: "ach", destination: US });
    const { beneficiaryId } = await made(world, { rail: "ach", destination: US });
    await made(world, { beneficiaryId: "ink", rail: "ach", destination: US });
    world.made(beneficiaryUpdate, { beneficiaryId: "ink", nickname: "Ink" });
    const realm = world.realmOf(world.caller);
    const named = namedByChosenIds(world.state, realm, inputOf(beneficiaryId));
    const revisions: Record<string, number> = { mill: 1, ink: 2 };
    const expected = ids.map((id) => ({ type: "beneficiary", id, revision: revisions[id] }));
    assert.deepEqual(named, expected);
    assert.deepEqual(seenByChosenIds(await world.snapshot(), realm, inputOf(beneficiaryId)), named);
  });
}
