/** The accesses of a Product: filters, order and pages. */
import { accessIn, createAccess } from "../../../test/support/features/customer_access/accesses.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listed } from "../../../test/world/lists.ts";
import { cursorOfOtherFilters, OTHER_PRODUCT } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { customerAccessList } from "./customer_access_noun.ts";

/** Two accesses of one customer, the first of them revoked, and one of another customer between them. */
function threeAccesses(world: World) {
  const first = accessIn(world, "revoked");
  const second = accessIn(world, "suspended");
  const third = createAccess(world, first.customerId);
  return { first, second, third };
}

const rows = listed<ReturnType<typeof threeAccesses>, "first" | "second" | "third">(
  customerAccessList,
  "customerAccessId",
  [
    { title: "no filter", expected: ["third", "second", "first"] },
    { title: "status revoked", input: { status: "revoked" }, expected: ["first"] },
    { title: "status active", input: { status: "active" }, expected: [] },
    {
      title: "a customer",
      input: ({ first }) => ({ customerId: first.customerId }),
      expected: ["third", "first"],
    },
    {
      title: "a customer and a status",
      input: ({ first }) => ({ customerId: first.customerId, status: "pending_compliance" }),
      expected: ["third"],
    },
    { title: "unknown customer", input: { customerId: "cust_unknown" }, expected: [] },
    {
      title: "search of a customer's id",
      input: ({ second }) => ({ search: second.customerId }),
      expected: ["second"],
    },
    {
      title: "search of an access's id",
      input: ({ first }) => ({ search: first.customerAccessId }),
      expected: ["first"],
    },
    { title: "search of part of an id", input: { search: "cacc_" }, expected: [] },
  ],
);

decisionTable(customerAccessList, {
  given: threeAccesses,
  input: ({ world }) => ({ productId: world.principal.productId }),
  rows: [
    ...rows,
    {
      title: "no realm yet",
      input: { productId: STRANGER.principal.productId },
      asking: { caller: STRANGER },
      outcome: "an empty page",
      reply: { items: [] },
    },
    OTHER_PRODUCT,
    cursorOfOtherFilters(customerAccessList, { status: "revoked" }),
  ],
});
