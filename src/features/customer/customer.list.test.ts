/** customer.list: filters, order and pages. */
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listed } from "../../../test/world/lists.ts";
import { at, createCustomer } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, OTHER_PRODUCT } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { customerSuspend } from "./customer.suspend.ts";
import { customerList } from "./customer_noun.ts";

/** Three customers, created one second apart: Ada, Grace (suspended), Ada's firm. */
function given(world: World) {
  const person = { kind: "person", country: "DE" };
  const ada = createCustomer(world, {
    entity: { ...person, displayName: "Ada Lovelace" },
    externalId: "crm-1",
  });
  const grace = createCustomer(world, { entity: { ...person, displayName: "Grace Hopper" } });
  const firm = createCustomer(world, {
    entity: { kind: "organization", displayName: "ADA Engines Ltd", country: "GB" },
  });
  world.made(customerSuspend, { customerId: grace.customerId, reason: "review" });
  return { ada, grace, firm };
}

const rows = listed<ReturnType<typeof given>>(customerList, "customerId", [
  { title: "no filter", expected: ["firm", "grace", "ada"] },
  { title: "status", input: { status: "suspended" }, expected: ["grace"] },
  { title: "part of a name in any case", input: { search: "ada" }, expected: ["firm", "ada"] },
  { title: "part of an external id", input: { search: "CRM" }, expected: ["ada"] },
  {
    title: "customer id",
    input: ({ grace }) => ({ search: grace.customerId }),
    expected: ["grace"],
  },
  {
    title: "entity id",
    input: ({ ada }) => ({ search: ada.entity.entityId }),
    expected: ["ada"],
  },
  { title: "part of an id", input: { search: "cust_" }, expected: [] },
  {
    title: "from, inclusive",
    input: ({ grace }) => ({ createdFrom: grace.createdAt }),
    expected: ["firm", "grace"],
  },
  {
    title: "to, exclusive",
    input: ({ grace }) => ({ createdTo: grace.createdAt }),
    expected: ["ada"],
  },
  {
    title: "to with an offset",
    input: { createdTo: "2026-01-31T10:30:01+01:00" },
    expected: ["ada"],
  },
  {
    title: "from after to",
    input: { createdFrom: at(2_000), createdTo: at(0) },
    expected: [],
  },
  {
    title: "to in the far future",
    input: { createdTo: "9999-12-31T00:00:00Z" },
    expected: ["firm", "grace", "ada"],
  },
]);

decisionTable(customerList, {
  given,
  input: ({ world }) => ({ productId: world.principal.productId }),
  stepMs: 1_000,
  rows: [...rows, OTHER_PRODUCT, cursorOfOtherFilters(customerList, { status: "active" })],
});
