/** customer.object.list: the objects about a customer, of every kind. */
import { invoice, objectMade, runProgram } from "../../../test/support/features/object/objects.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listed } from "../../../test/world/lists.ts";
import { cursorOfOtherFilters, UNKNOWN_CUSTOMERS } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { customerObjectList } from "./customer.object.list.ts";

/** Objects of a customer, one second apart, and one of another. */
function given(world: World) {
  runProgram(world);
  const { from, to, object: first } = invoice(world);
  const order = objectMade(world, "order", { buyer: from.customerId, currency: "USD" });
  invoice(world);
  const parties = { payer: from.customerId, payee: to.customerId };
  const second = invoice(world, parties).object;
  return { customerId: from.customerId, payee: to.customerId, first, order, second };
}

const rows = listed<ReturnType<typeof given>, "first" | "order" | "second">(
  customerObjectList,
  "objectId",
  [
    { title: "no filter", expected: ["second", "order", "first"] },
    { title: "kind", input: { kind: "invoice" }, expected: ["second", "first"] },
    { title: "a kind that none has", input: { kind: "loan" }, expected: [] },
    {
      title: "a customer whom fields name, and who is no subject",
      input: ({ payee }) => ({ customerId: payee }),
      expected: [],
    },
    {
      title: "from, inclusive",
      input: ({ order }) => ({ createdFrom: order.createdAt }),
      expected: ["second", "order"],
    },
    {
      title: "to, exclusive",
      input: ({ order }) => ({ createdTo: order.createdAt }),
      expected: ["first"],
    },
  ],
);

decisionTable(customerObjectList, {
  given,
  input: ({ customerId }) => ({ customerId }),
  stepMs: 1_000,
  rows: [
    ...rows,
    ...UNKNOWN_CUSTOMERS,
    cursorOfOtherFilters(customerObjectList, { kind: "order" }),
  ],
});
