/** Decision table of build.list. */
import assert from "node:assert/strict";
import { givenBuilds, newBuild } from "../../../test/support/features/build/builds.ts";
import { SOURCE } from "../../../test/support/features/build/sources.ts";
import { changed } from "../../../test/support/programs/programs.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import type { Source } from "../../programs/program_source.ts";
import { buildList } from "./build.list.ts";
import type { BuildSummary } from "./build_schema.ts";

const namesIn = (reply: Record<string, unknown>) =>
  (reply["items"] as BuildSummary[]).map(({ name }) => name);
const PARTS = ["nouns", "ports", "worstCase", "operationIds", "warnings", "source", "text"];

platformTable(buildList, {
  async given(world) {
    const given = await givenBuilds(world);
    const { owner, blueprintId } = given;
    world.nowMs += 1_000;
    await newBuild(world, owner.session, { source: changed(SOURCE, "/name", "Desk") as Source });
    world.nowMs += 1_000;
    const ofBlueprint = await newBuild(world, owner.session, { blueprintId });
    // Built again: no other Build, and its place in the list stays.
    await newBuild(world, owner.session);
    return { ...given, ofBlueprint };
  },
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "of the company",
      outcome: "its Builds, newest first, nobody else's, without the parts of their programs",
      check({ reply }) {
        assert.deepEqual(namesIn(reply), ["Invoices with platform fee", "Desk", "Tickets"]);
        for (const item of reply.items) {
          assert.deepEqual(
            PARTS.filter((part) => part in item),
            [],
          );
        }
      },
    },
    {
      title: "of a blueprint",
      input: ({ blueprintId }) => ({ blueprintId }),
      outcome: "those",
      check: ({ reply }, { ofBlueprint }) =>
        assert.deepEqual(
          reply.items.map(({ buildId }: BuildSummary) => buildId),
          [ofBlueprint.buildId],
        ),
    },
    {
      title: "of a blueprint of another company",
      input: ({ foreignBlueprintId }) => ({ blueprintId: foreignBlueprintId }),
      outcome: "none",
      check: ({ reply }) => assert.deepEqual(reply.items, []),
    },
    {
      title: "whose name has a text",
      input: { search: "TICKET" },
      outcome: "those",
      check: ({ reply }) => assert.deepEqual(namesIn(reply), ["Tickets"]),
    },
    {
      title: "with an id and a blueprint",
      input: ({ blueprintId, buildId }) => ({ search: buildId, blueprintId }),
      outcome: "none, because the Build is of no blueprint",
      check: ({ reply }) => assert.deepEqual(reply.items, []),
    },
    {
      title: "with an id",
      input: ({ buildId }) => ({ search: buildId }),
      outcome: "that one",
      check: ({ reply }) => assert.deepEqual(namesIn(reply), ["Tickets"]),
    },
    {
      title: "with the id of another company's",
      input: ({ foreignId }) => ({ search: foreignId }),
      outcome: "none",
      check: ({ reply }) => assert.deepEqual(reply.items, []),
    },
    { title: "with a cursor of nobody", input: { cursor: "x" }, code: "invalid_request" },
    { title: "with a status", input: { status: "ready" }, code: "invalid_request" },
  ],
});
