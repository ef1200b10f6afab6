/** entity.list: filters, order and pages. */
import { changeEntity } from "../../../test/support/features/entity/entities.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listed } from "../../../test/world/lists.ts";
import { at, createCustomer } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, OTHER_PRODUCT } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { entityList } from "./entity_resource.ts";

/** Three entities, created one second apart: Ada, Grace (restricted, in review), Ada's firm. */
function given(world: World) {
  const person = { kind: "person", country: "DE" };
  const ada = createCustomer(world, { entity: { ...person, displayName: "Ada Lovelace" } });
  const grace = createCustomer(world, { entity: { ...person, displayName: "Grace Hopper" } });
  const firm = createCustomer(world, {
    entity: { kind: "organization", displayName: "ADA Engines Ltd", country: "GB" },
  });
  const { entityId } = grace.entity;
  changeEntity(world, entityId, { status: "restricted", kycStatus: "in_review" });
  return { ada: ada.entity, grace: grace.entity, firm: firm.entity };
}

const rows = listed<ReturnType<typeof given>>(entityList, "entityId", [
  { title: "no filter", expected: ["firm", "grace", "ada"] },
  { title: "status", input: { status: "restricted" }, expected: ["grace"] },
  { title: "KYC status", input: { kycStatus: "not_submitted" }, expected: ["firm", "ada"] },
  {
    title: "status and KYC status",
    input: { status: "active", kycStatus: "in_review" },
    expected: [],
  },
  { title: "part of a name in any case", input: { search: "ada" }, expected: ["firm", "ada"] },
  { title: "entity id", input: ({ grace }) => ({ search: grace.entityId }), expected: ["grace"] },
  { title: "from, inclusive", input: { createdFrom: at(1_000) }, expected: ["firm", "grace"] },
  { title: "to, exclusive", input: { createdTo: at(1_000) }, expected: ["ada"] },
]);

decisionTable(entityList, {
  given,
  input: ({ world }) => ({ productId: world.principal.productId }),
  stepMs: 1_000,
  rows: [...rows, OTHER_PRODUCT, cursorOfOtherFilters(entityList, { status: "active" })],
});
