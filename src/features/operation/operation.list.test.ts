/** operation.list: which operations each filter finds. */
import assert from "node:assert/strict";
import { KEY, operate } from "../../../test/support/features/operation/operations.ts";
import { decisionTable, type Row } from "../../../test/world/decision_table.ts";
import type { Input } from "../../../test/world/input.ts";
import { listAll } from "../../../test/world/lists.ts";
import { at } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { operationList } from "./operation.list.ts";
import type { OperationDocument } from "./operation_schema.ts";

const LISTS: { title: string; input: Input; statuses: number[] }[] = [
  { title: "a name", input: { operation: "transfer.batch.create" }, statuses: [201] },
  { title: "a status", input: { status: "refused" }, statuses: [409] },
  { title: "a status that none has", input: { status: "running" }, statuses: [] },
  { title: "part of a name", input: { search: "BATCH" }, statuses: [201] },
  { title: "text that nothing has", input: { search: "batches" }, statuses: [] },
  { title: "an idempotency key", input: { idempotencyKey: KEY.toUpperCase() }, statuses: [201] },
  {
    title: "from one second to before another",
    input: { createdFrom: at(2_000), createdTo: at(4_000) },
    statuses: [201, 409],
  },
  { title: "a name that nothing has", input: { operation: "transfer.reverse" }, statuses: [] },
];

const rows = LISTS.map(
  ({ title, input, statuses }): Row<never, object> => ({
    title,
    input,
    outcome: statuses.join(" ") || "nothing",
    check: ({ reply: { items } }) =>
      assert.deepEqual(
        items.map(({ httpStatus }: OperationDocument) => httpStatus),
        statuses,
      ),
  }),
);

decisionTable(operationList, {
  given: operate,
  input: ({ world }) => ({ productId: world.principal.productId }),
  rows: [
    ...rows,
    {
      title: "a resource",
      input: ({ source }) => ({ resourceId: source }),
      outcome: "the operation that made it, as a search for either id finds it",
      async check({ reply: { items } }, { world, source }) {
        const { productId } = world.principal;
        const [made] = items as [OperationDocument];
        assert.deepEqual(made.resource, { type: "account", id: source });
        for (const search of [source, made.operationId]) {
          const found = await world.found(operationList, { productId, search });
          assert.deepEqual(found.items, [made]);
        }
      },
    },
    {
      title: "pages of one",
      outcome: "the same walk as one page",
      check: async ({ reply, input }, { world }) =>
        assert.deepEqual(await listAll(world, operationList, input, 1), reply.items),
    },
    OTHER_PRODUCT,
    cursorOfOtherFilters(operationList, { status: "refused" }),
  ],
});
