/** object.reference.list: who names whom, and who holds the claim. */
import assert from "node:assert/strict";
import { decisionTable } from "../../../test/world/decision_table.ts";
import type { Input } from "../../../test/world/input.ts";
import { listAll } from "../../../test/world/lists.ts";
import { cursorOfOtherFilters } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { changed } from "../../programs/testing_programs.ts";
import { objectReferenceList } from "./object.reference.list.ts";
import type { ObjectReference } from "./object_read_schema.ts";
import { DEAL_PROGRAM, goInput, newDeal, reviewedDeal } from "./testing_deals.ts";
import { unknownObjects } from "./testing_object_rows.ts";
import { called, objectMade, runProgram } from "./testing_objects.ts";

/** Deals that may also have a text, which is no reference whatever it says. */
const PROGRAM = changed(DEAL_PROGRAM, "/nouns/deal/fields/memo", { type: "text" });

/** Two deals that name one item, of which the second has claimed it; one of them has it as a text, too. */
function given(world: World) {
  runProgram(world, PROGRAM);
  const first = newDeal(world);
  const { objectId: item } = objectMade(world, "item", {
    owner: first.client.customerId,
    currency: "EUR",
  });
  const memo = newDeal(world, { memo: item });
  const named = newDeal(world, { item, memo: item });
  const claims = reviewedDeal(world, "approved", { item });
  const { onBehalfOf, input } = goInput(claims);
  called(world, claims.deal, "go", { onBehalfOf, input });
  const { productId } = world.principal;
  return { productId, item, memo, named, claims };
}

const parts = (items: readonly ObjectReference[]) =>
  items.map(({ direction, field, objectId, claimed }) => [direction, field, objectId, claimed]);

decisionTable(objectReferenceList, {
  given,
  input: ({ productId, item }) => ({ productId, kind: "item", objectId: item }),
  stepMs: 1_000,
  rows: [
    {
      title: "an object that two others name",
      outcome: "both, the newest first, with who holds the claim",
      async check({ reply, input }, { world, named, claims }) {
        assert.deepEqual(parts(reply.items), [
          ["inbound", "item", claims.deal.objectId, true],
          ["inbound", "item", named.deal.objectId, false],
        ]);
        const [{ kind, state, exclusive, createdAt }] = reply.items;
        const shown = [kind, state, exclusive, createdAt];
        assert.deepEqual(shown, ["deal", "done", true, claims.deal.createdAt]);
        assert.deepEqual(await listAll(world, objectReferenceList, input, 1), reply.items);
      },
    },
    {
      title: "an object that names two others",
      input: ({ claims }) => ({ kind: "deal", objectId: claims.deal.objectId }),
      outcome: "both, in the order of the program",
      async check({ reply, input }, { world, item, claims }) {
        const place = claims.deal.fields["place"];
        assert.deepEqual(parts(reply.items), [
          ["outbound", "item", item, true],
          ["outbound", "place", place, true],
        ]);
        assert.deepEqual(
          reply.items.map(({ kind, state }: Input) => [kind, state]),
          [
            ["item", "ready"],
            ["item", "ready"],
          ],
        );
        assert.deepEqual(await listAll(world, objectReferenceList, input, 1), reply.items);
      },
    },
    {
      title: "outbound of an object that names none",
      input: { direction: "outbound" },
      outcome: "nothing",
      check: ({ reply }) => assert.deepEqual(reply, { items: [] }),
    },
    {
      title: "inbound of an object that none names",
      input: ({ claims }) => ({
        kind: "deal",
        objectId: claims.deal.objectId,
        direction: "inbound",
      }),
      outcome: "nothing",
      check: ({ reply }) => assert.deepEqual(reply, { items: [] }),
    },
    {
      title: "to the time of the second one, exclusive",
      input: ({ claims }) => ({ createdTo: claims.deal.createdAt }),
      outcome: "the first one",
      check: ({ reply }, { named }) =>
        assert.deepEqual(parts(reply.items), [["inbound", "item", named.deal.objectId, false]]),
    },
    {
      title: "from the time of the second one, inclusive",
      input: ({ claims }) => ({ createdFrom: claims.deal.createdAt }),
      outcome: "the second one",
      check: ({ reply }, { claims }) =>
        assert.deepEqual(parts(reply.items), [["inbound", "item", claims.deal.objectId, true]]),
    },
    ...unknownObjects({ program: PROGRAM, kind: "item", field: "owner", other: "deal" }),
    cursorOfOtherFilters(objectReferenceList, { direction: "inbound" }),
  ],
});
