/** Decision table of customer.create. */
import assert from "node:assert/strict";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { createCustomer } from "../../../test/world/parties.ts";
import { assertShows } from "../../../test/world/world.ts";
import { customerCreate } from "./customer.create.ts";
import { customerRetrieve } from "./customer_noun.ts";

const ENTITY = { kind: "person", displayName: "Ada Lovelace", country: "DE" };
const { productId: otherProduct } = STRANGER.principal;

decisionTable(customerCreate, {
  given: (world) => ({ taken: createCustomer(world, { externalId: "taken" }) }),
  input: ({ world }) => ({ productId: world.principal.productId, entity: ENTITY }),
  rows: [
    {
      title: "test customer",
      input: { test: true, metadata: { tier: "gold" }, externalId: "c-1" },
      outcome: "active with active access, as GET shows it",
      reply: {
        status: "active",
        test: true,
        accessStatus: "active",
        metadata: { tier: "gold" },
        revision: 1,
      },
      async check({ reply }, { world }) {
        assert.deepEqual(reply.statusTransitions, { activeAt: reply.createdAt });
        await assertShows(world, customerRetrieve, { customerId: reply.customerId }, reply);
      },
    },
    {
      title: "live customer",
      environment: "live",
      input: { test: false },
      outcome: "pending without access",
      reply: { status: "pending", test: false, accessStatus: "none" },
      check: ({ reply }) =>
        assert.deepEqual(reply.statusTransitions, { pendingAt: reply.createdAt }),
    },
    {
      title: "Product of someone else comes before the environment",
      environment: "live",
      input: { productId: otherProduct, test: true },
      code: "resource_not_found",
    },
    {
      title: "environment comes before the country",
      environment: "live",
      input: { test: true, entity: { ...ENTITY, country: "KP" } },
      code: "operation_environment_invalid",
    },
    {
      title: "country that is not served",
      input: { entity: { ...ENTITY, country: "KP" } },
      code: "kyc_country_unsupported",
      details: { country: "KP" },
      check: ({ details }) => assert.deepEqual(details["issues"][0].path, ["entity", "country"]),
    },
    {
      title: "country that does not exist comes before the external id",
      input: { entity: { ...ENTITY, country: "XX" }, externalId: "taken" },
      code: "kyc_country_unsupported",
    },
    { title: "external id that is taken", input: { externalId: "taken" }, code: "state_conflict" },
  ],
});
