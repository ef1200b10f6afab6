/** object.transfer.list: what the actions of an object have moved. */
import assert from "node:assert/strict";
import { unknownObjects } from "../../../test/support/features/object/object_rows.ts";
import { called, invoice, runProgram } from "../../../test/support/features/object/objects.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import { at } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { transferRetrieve } from "../transfer/transfer.retrieve.ts";
import type { Transfer } from "../transfer/transfer_schema.ts";
import { objectActionCall } from "./object.action.call.ts";
import { objectTransferList } from "./object.transfer.list.ts";

/** An invoice that was paid in parts and settled with a fee; another one that was paid. */
function given(world: World) {
  runProgram(world);
  const made = invoice(world);
  const { object, from } = made;
  const onBehalfOf = from.customerId;
  called(world, object, "issue");
  called(world, object, "pay", { onBehalfOf, input: { amount: "4000" } });
  const other = invoice(world);
  called(world, other.object, "issue");
  const pays = { onBehalfOf: other.from.customerId, input: { amount: "1" } };
  called(world, other.object, "pay", pays);
  called(world, object, "pay", { onBehalfOf, input: { amount: "6000" } });
  const settled = called(world, object, "settle");
  const path = { productId: world.principal.productId, kind: "invoice", objectId: object.objectId };
  return { ...made, path, settled };
}

const parts = (items: readonly Transfer[]) => items.map(({ label, amount }) => [label, amount]);
const ALL = [
  ["net", "9750"],
  ["fee", "250"],
  ["pay", "6000"],
  ["pay", "4000"],
];

decisionTable(objectTransferList, {
  given,
  input: ({ path }) => path,
  stepMs: 1_000,
  rows: [
    {
      title: "three actions that moved money",
      outcome: "each transfer once, newest first, by any pages",
      async check({ reply }, { world, path, settled }) {
        assert.deepEqual(parts(reply.items), ALL);
        for (const limit of [1, 2, 3, 4]) {
          const items = await listAll<Transfer>(world, objectTransferList, path, limit);
          assert.deepEqual(items, reply.items, `pages of ${limit}`);
        }
        const [newest] = reply.items as Transfer[];
        const { transferId = "" } = settled.outcome.moves[1] ?? {};
        assert.deepEqual(await world.found(transferRetrieve, { transferId }), newest);
        assert.deepEqual([newest?.objectId, newest?.kind], [path.objectId, "action"]);
      },
    },
    {
      title: "before the settlement",
      input: ({ settled }) => ({ createdTo: settled.object.updatedAt }),
      outcome: "what was paid",
      async check({ reply, input }, { world }) {
        assert.deepEqual(parts(reply.items), ALL.slice(2));
        assert.deepEqual(await listAll(world, objectTransferList, input, 1), reply.items);
      },
    },
    {
      title: "from the settlement on",
      input: ({ settled }) => ({ createdFrom: settled.object.updatedAt }),
      outcome: "what was settled",
      check: ({ reply }) => assert.deepEqual(parts(reply.items), ALL.slice(0, 2)),
    },
    {
      title: "a status that none has",
      input: { status: "reversed" },
      outcome: "nothing",
      check: ({ reply }) => assert.deepEqual(reply, { items: [] }),
    },
    {
      title: "a call that the ledger has refused",
      outcome: "nothing of it",
      async check(_came, { world }) {
        const poor = invoice(world);
        called(world, poor.object, "issue");
        const { objectId } = poor.object;
        const path = { productId: world.principal.productId, kind: "invoice", objectId };
        const pay = { ...path, action: "pay", onBehalfOf: poor.from.customerId };
        const { code } = world.run(objectActionCall, { ...pay, input: { amount: "10001" } });
        assert.equal(code, "noun_remainder_exceeded");
        assert.deepEqual(await world.found(objectTransferList, path), { items: [] });
      },
    },
    ...unknownObjects(),
    cursorOfOtherFilters(objectTransferList, { createdTo: at(3_600_000) }),
  ],
});
