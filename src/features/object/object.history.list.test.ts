/** object.history.list: the walk back through the records of an object. */
import assert from "node:assert/strict";
import { unknownObjects } from "../../../test/support/features/object/object_rows.ts";
import { called, invoice, runProgram } from "../../../test/support/features/object/objects.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import { at } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { operationRetrieve } from "../operation/operation.retrieve.ts";
import { receiptRetrieve } from "../receipt/receipt.retrieve.ts";
import { objectActionCall } from "./object.action.call.ts";
import { objectHistoryList } from "./object.history.list.ts";
import type { ObjectRevision } from "./object_read_schema.ts";

/** An invoice that was issued and paid in two parts, between which another one was issued. */
function given(world: World) {
  runProgram(world);
  const made = invoice(world);
  const { object, from } = made;
  called(world, object, "issue");
  const onBehalfOf = from.customerId;
  called(world, object, "pay", { onBehalfOf, input: { amount: "4000" } });
  called(world, invoice(world).object, "issue");
  const path = { productId: world.principal.productId, kind: "invoice", objectId: object.objectId };
  const refused = world.run(objectActionCall, { ...path, action: "issue" });
  assert.equal(refused.code, "invalid_noun_transition");
  const paid = called(world, object, "pay", { onBehalfOf, input: { amount: "6000" } });
  return { ...made, path, paid };
}

const parts = (items: readonly ObjectRevision[]) =>
  items.map(({ revision, action, stateBefore, state }) => [revision, action, stateBefore, state]);
const ALL = [
  [4, "pay", "open", "funded"],
  [3, "pay", "open", "open"],
  [2, "issue", "draft", "open"],
  [1, "create", undefined, "draft"],
];

decisionTable(objectHistoryList, {
  given,
  input: ({ path }) => path,
  stepMs: 1_000,
  rows: [
    {
      title: "four revisions",
      outcome: "each once, newest first, by any pages; nothing of a refused call",
      async check({ reply }, { world, path, object, paid, from }) {
        assert.deepEqual(parts(reply.items), ALL);
        for (const limit of [1, 2, 3, 4]) {
          const items = await listAll<ObjectRevision>(world, objectHistoryList, path, limit);
          assert.deepEqual(items, reply.items, `pages of ${limit}`);
        }
        const [newest, , , oldest] = reply.items as ObjectRevision[];
        assert.equal(newest?.receiptId, paid.receiptId);
        assert.equal(newest?.at, paid.object.updatedAt);
        assert.deepEqual(newest?.actor, { type: "customer", id: from.customerId });
        assert.deepEqual([oldest?.at, oldest?.actor], [object.createdAt, object.actor]);
      },
    },
    {
      title: "the operation and the receipt of a revision",
      outcome: "those of the call",
      async check({ reply }, { world }) {
        const [{ operationId, receiptId }] = reply.items;
        const { operation } = await world.found(operationRetrieve, { operationId });
        const receipt = await world.found(receiptRetrieve, { receiptId });
        assert.deepEqual([operation, receipt.operationId], ["object.action.call", operationId]);
      },
    },
    {
      title: "a time between",
      input: ({ object, paid }) => ({
        createdFrom: object.createdAt,
        createdTo: paid.object.updatedAt,
      }),
      outcome: "all but the newest",
      async check({ reply, input }, { world }) {
        assert.deepEqual(parts(reply.items), ALL.slice(1));
        const items = await listAll<ObjectRevision>(world, objectHistoryList, input, 1);
        assert.deepEqual(items, reply.items);
      },
    },
    {
      title: "from a time after all",
      input: { createdFrom: at(3_600_000) },
      outcome: "nothing",
      check: ({ reply }) => assert.deepEqual(reply, { items: [] }),
    },
    ...unknownObjects(),
    cursorOfOtherFilters(objectHistoryList, { createdTo: at(3_600_000) }),
  ],
});
