/** Decision table of customer_access.activate. */
import assert from "node:assert/strict";
import {
  accessIn,
  createAccess,
  decideAs,
} from "../../../test/support/features/customer_access/accesses.ts";
import { changeEntity } from "../../../test/support/features/entity/entities.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { createAccount, createCustomer } from "../../../test/world/parties.ts";
import { assertShows } from "../../../test/world/world.ts";
import { customerSuspend } from "../customer/customer.suspend.ts";
import { customerRetrieve } from "../customer/customer_noun.ts";
import { customerAccessActivate } from "./customer_access.activate.ts";
import { customerAccessRevoke } from "./customer_access.revoke.ts";
import { customerAccessRetrieve } from "./customer_access_noun.ts";

const environment = "live";

decisionTable(customerAccessActivate, {
  given: (world) => accessIn(world, "pending"),
  input: ({ customerAccessId }) => ({ customerAccessId }),
  stepMs: 1_000,
  rows: [
    {
      title: "pending, of a pending customer in live",
      environment,
      outcome: "both active, as GET shows them, and an account may be opened",
      reply: { status: "active", revision: 3 },
      async check({ reply, facts }, { world, customerId, customerAccessId }) {
        assert.equal(reply.statusTransitions.activeAt, reply.updatedAt);
        await assertShows(world, customerAccessRetrieve, { customerAccessId }, reply);
        const kinds = facts.map(({ kind }) => kind);
        assert.deepEqual(kinds, ["customer_access.activated.1", "customer.activated.1"]);
        const customer = await world.found(customerRetrieve, { customerId });
        assert.deepEqual([customer.status, customer.accessStatus], ["active", "active"]);
        assert.equal(customer.statusTransitions.activeAt, reply.updatedAt);
        createAccount(world, { owner: { type: "customer", id: customerId } });
      },
    },
    {
      title: "a second access, of a customer who is active",
      input({ world, customerId, customerAccessId }) {
        world.made(customerAccessActivate, { customerAccessId });
        world.made(customerAccessRevoke, { customerAccessId });
        const { customerAccessId: second } = createAccess(world, customerId);
        decideAs(world, second, "clear");
        return { customerAccessId: second };
      },
      outcome: "active, and the customer with its copy of the status",
      async check({ facts }, { world, customerId }) {
        const kinds = facts.map(({ kind }) => kind);
        assert.deepEqual(kinds, ["customer_access.activated.1", "customer.updated.1"]);
        const customer = await world.found(customerRetrieve, { customerId });
        assert.equal(customer.accessStatus, "active");
      },
    },
    {
      title: "unknown access",
      input: { customerAccessId: "cacc_unknown" },
      code: "customer_access_not_found",
      details: { customerAccessId: "cacc_unknown" },
    },
    {
      title: "access of another tenant",
      asking: { caller: STRANGER },
      code: "customer_access_not_found",
    },
    {
      title: "rejected",
      input: ({ world }) => ({ customerAccessId: accessIn(world, "rejected").customerAccessId }),
      code: "customer_access_compliance_forbidden",
    },
    ...(["pending_compliance", "active", "suspended", "revoked"] as const).map((status) => ({
      title: status,
      input: ({ world }: { world: Parameters<typeof accessIn>[0] }) => ({
        customerAccessId: accessIn(world, status).customerAccessId,
      }),
      code: "customer_access_lifecycle_status_forbidden" as const,
      details: { status, allowed: ["pending"] },
    })),
    {
      title: "suspended customer comes before the entity",
      input({ world, customerAccessId, customerId, entityId }) {
        world.made(customerAccessActivate, { customerAccessId });
        world.made(customerAccessRevoke, { customerAccessId });
        const { customerAccessId: second } = createAccess(world, customerId);
        decideAs(world, second, "clear");
        world.made(customerSuspend, { customerId, reason: "review" });
        changeEntity(world, entityId, { status: "restricted" });
        return { customerAccessId: second };
      },
      code: "customer_status_forbidden",
      details: { status: "suspended", allowed: ["pending", "active"] },
    },
    {
      title: "restricted entity comes before the tier",
      environment,
      given: ({ world, entityId }) =>
        changeEntity(world, entityId, { status: "restricted", kycTier: "tier_0" }),
      code: "entity_status_forbidden",
      details: { status: "restricted" },
    },
    {
      title: "a tier that has expired, in live",
      environment,
      given: ({ world, entityId }) =>
        changeEntity(world, entityId, { kycTier: "tier_0", kycStatus: "expired" }),
      code: "kyc_tier_insufficient",
      details: { requiredTier: "tier_1", attainedTier: "tier_0" },
    },
    {
      title: "the access that a test customer was made with",
      input({ world }) {
        const { customerId } = createCustomer(world);
        const customer = world.state.customers.byId(world.realmOf(world.caller), customerId);
        return { customerAccessId: customer?.access?.customerAccessId };
      },
      code: "customer_access_lifecycle_status_forbidden",
      details: { status: "active" },
    },
  ],
});
