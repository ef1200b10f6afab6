/** object.reference.list: who names whom, and who holds the claim. */
import assert from "node:assert/strict";
import {
  approvedDeal,
  DEAL_PROGRAM,
  givenDeal,
  goInput,
} from "../../../test/support/features/object/deals.ts";
import { DEAL_ITEM, unknownObjects } from "../../../test/support/features/object/object_rows.ts";
import {
  called,
  objectMade,
  pathOf,
  payer,
  runProgram,
} from "../../../test/support/features/object/objects.ts";
import { changed } from "../../../test/support/programs/programs.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import type { Input } from "../../../test/world/input.ts";
import { listAll } from "../../../test/world/lists.ts";
import { cursorOfOtherFilters } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { objectReferenceList } from "./object.reference.list.ts";
import type { ObjectReference } from "./object_read_schema.ts";

/** Deals that may also have a text, which is no reference whatever it says. */
const PROGRAM = changed(DEAL_PROGRAM, "/nouns/deal/fields/memo", { type: "text" });

/** Three deals: one has the item as a text alone, two name it, and the last one has claimed it. */
function given(world: World) {
  const deals = givenDeal(world);
  runProgram(world, PROGRAM, 2);
  const { customerId } = payer(world, { currency: "EUR" });
  const item = deals.taken;
  const made = (more: object) => {
    const own = { ...deals.fields, client: customerId, place: deals.item(customerId) };
    const { item: _, ...fields } = own;
    return objectMade(world, "deal", { ...fields, ...more }, { onBehalfOf: customerId });
  };
  made({ memo: item });
  const named = made({ item, memo: item });
  const claims = approvedDeal(world, deals);
  called(world, claims, "go", { onBehalfOf: deals.ada.customerId, input: goInput(deals) });
  return { ...pathOf(world, { kind: "item", objectId: item }), item, named, claims };
}

const parts = (items: readonly ObjectReference[]) =>
  items.map(({ direction, field, objectId, claimed }) => [direction, field, objectId, claimed]);

decisionTable(objectReferenceList, {
  given,
  input: ({ productId, kind, objectId }) => ({ productId, kind, objectId }),
  stepMs: 1_000,
  rows: [
    {
      title: "an object that two others name",
      outcome: "both, the newest first, with who holds the claim",
      async check({ reply, input }, { world, named, claims }) {
        assert.deepEqual(parts(reply.items), [
          ["inbound", "item", claims.objectId, true],
          ["inbound", "item", named.objectId, false],
        ]);
        const [{ kind, state, exclusive, createdAt }] = reply.items;
        const shown = [kind, state, exclusive, createdAt];
        assert.deepEqual(shown, ["deal", "done", true, claims.createdAt]);
        assert.deepEqual(await listAll(world, objectReferenceList, input, 1), reply.items);
      },
    },
    {
      title: "an object that names two others",
      input: ({ claims }) => ({ kind: "deal", objectId: claims.objectId }),
      outcome: "both, in the order of the program",
      async check({ reply, input }, { world, item, claims }) {
        const place = claims.fields["place"];
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
        objectId: claims.objectId,
        direction: "inbound",
      }),
      outcome: "nothing",
      check: ({ reply }) => assert.deepEqual(reply, { items: [] }),
    },
    {
      title: "to the time of the second one, exclusive",
      input: ({ claims }) => ({ createdTo: claims.createdAt }),
      outcome: "the first one",
      check: ({ reply }, { named }) =>
        assert.deepEqual(parts(reply.items), [["inbound", "item", named.objectId, false]]),
    },
    {
      title: "from the time of the second one, inclusive",
      input: ({ claims }) => ({ createdFrom: claims.createdAt }),
      outcome: "the second one",
      check: ({ reply }, { claims }) =>
        assert.deepEqual(parts(reply.items), [["inbound", "item", claims.objectId, true]]),
    },
    ...unknownObjects(DEAL_ITEM),
    cursorOfOtherFilters(objectReferenceList, { direction: "inbound" }),
  ],
});
