/** Decision table of blueprint.list. */
import assert from "node:assert/strict";
import {
  givenBlueprints,
  newBlueprint,
} from "../../../test/support/features/blueprint/blueprints.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { blueprintArchive } from "./blueprint.archive.ts";
import { blueprintList } from "./blueprint.list.ts";
import type { BlueprintSummary } from "./blueprint_schema.ts";

const namesIn = (reply: Record<string, unknown>) =>
  (reply["items"] as BlueprintSummary[]).map(({ name }) => name);

platformTable(blueprintList, {
  async given(world) {
    const given = await givenBlueprints(world);
    const { session } = given.owner;
    world.nowMs += 1_000;
    await newBlueprint(world, session, { name: "Loans" });
    world.nowMs += 1_000;
    await newBlueprint(world, session, { name: "Savings goals" });
    const { blueprintId } = given;
    await world.made(blueprintArchive, { blueprintId }, { caller: session });
    return given;
  },
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "of the company",
      outcome: "its blueprints, newest first, nobody else's, without their sources",
      check({ reply }) {
        assert.deepEqual(namesIn(reply), ["Savings goals", "Loans", "Goals"]);
        assert.ok(!JSON.stringify(reply).includes('"source"'));
      },
    },
    {
      title: "that are archived",
      input: { status: "archived" },
      outcome: "those",
      check: ({ reply }) => assert.deepEqual(namesIn(reply), ["Goals"]),
    },
    {
      title: "whose name has a text",
      input: { search: "GOALS" },
      outcome: "those",
      check: ({ reply }) => assert.deepEqual(namesIn(reply), ["Savings goals", "Goals"]),
    },
    {
      title: "with an id and a status",
      input: ({ blueprintId }) => ({ search: blueprintId, status: "archived" }),
      outcome: "that one",
      check: ({ reply }) => assert.deepEqual(namesIn(reply), ["Goals"]),
    },
    {
      title: "with the id of another company's",
      input: ({ foreignId }) => ({ search: foreignId }),
      outcome: "none",
      check: ({ reply }) => assert.deepEqual(reply.items, []),
    },
    { title: "with a cursor of nobody", input: { cursor: "x" }, code: "invalid_request" },
    { title: "with a status that is none", input: { status: "active" }, code: "invalid_request" },
  ],
});
