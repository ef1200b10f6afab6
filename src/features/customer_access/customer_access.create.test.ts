/** Decision table of customer_access.create. */
import assert from "node:assert/strict";
import {
  accessIn,
  createAccess,
  decideAs,
  pendingCustomer,
} from "../../../test/support/features/customer_access/accesses.ts";
import { changeEntity } from "../../../test/support/features/entity/entities.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at, createCustomer } from "../../../test/world/parties.ts";
import { OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import { customerClose } from "../customer/customer.close.ts";
import { customerSuspend } from "../customer/customer.suspend.ts";
import { customerRetrieve } from "../customer/customer_noun.ts";
import { customerAccessCreate } from "./customer_access.create.ts";
import { customerAccessRevoke } from "./customer_access.revoke.ts";
import { customerAccessRetrieve } from "./customer_access_noun.ts";

const environment = "live";
const PORT_OF_40 = `p${"_".repeat(39)}`;

/** A test customer without access that stands: the access that it was made with is revoked. */
function withoutAccess(world: World): string {
  const { customerId } = createCustomer(world);
  revokeAccessOf(world, customerId);
  return customerId;
}

/** Revokes the access that the customer's document names. */
function revokeAccessOf(world: World, customerId: string): void {
  const customer = world.state.customers.byId(world.realmOf(world.caller), customerId);
  const { customerAccessId } = customer?.access ?? {};
  world.made(customerAccessRevoke, { customerAccessId });
}

decisionTable(customerAccessCreate, {
  given: (world) => ({ customer: pendingCustomer(world) }),
  input: ({ world, customer: { customerId } }) => ({
    productId: world.principal.productId,
    customerId,
  }),
  stepMs: 1_000,
  rows: [
    {
      title: "all fields, in live",
      environment,
      input: {
        ports: ["customer", "cards_2", PORT_OF_40],
        terms: { version: "2026-01", acceptedAt: at(-5), evidence: "checkbox 7" },
        metadata: { plan: "basic" },
      },
      outcome: "waits for compliance, as GET shows it",
      reply: { status: "pending_compliance", compliance: { outcome: "pending" }, revision: 1 },
      async check({ reply, facts }, { world, customer: { customerId } }) {
        const { customerAccessId } = reply;
        assert.deepEqual(reply.ports, ["customer", "cards_2", PORT_OF_40]);
        const terms = { version: "2026-01", acceptedAt: at(-5), evidence: "checkbox 7" };
        assert.deepEqual(reply.terms, terms);
        assert.deepEqual(reply.statusTransitions, { pendingComplianceAt: reply.createdAt });
        await assertShows(world, customerAccessRetrieve, { customerAccessId }, reply);
        const kinds = facts.map(({ kind }) => kind);
        assert.deepEqual(kinds, ["customer_access.created.1", "customer.updated.1"]);
        const customer = await world.found(customerRetrieve, { customerId });
        assert.deepEqual(
          [customer.accessStatus, customer.status, customer.revision],
          ["pending_compliance", "pending", 2],
        );
      },
    },
    {
      title: "no test customer, at tier 0, in sandbox",
      given: ({ world, customer }) =>
        changeEntity(world, customer.entity.entityId, { kycTier: "tier_0" }),
      outcome: "waits for compliance, with the port of customers",
      reply: { status: "pending_compliance", ports: ["customer"] },
    },
    {
      title: "test customer whose access was revoked",
      input: ({ world }) => ({ customerId: withoutAccess(world) }),
      outcome: "cleared at once",
      reply: { status: "pending" },
      async check({ reply }, { world }) {
        const { customerId, createdAt } = reply;
        assert.deepEqual(reply.compliance, { outcome: "clear", checkedAt: createdAt });
        const customer = await world.found(customerRetrieve, { customerId });
        assert.deepEqual([customer.accessStatus, customer.status], ["pending", "active"]);
      },
    },
    {
      title: "suspended customer",
      input({ world }) {
        const customerId = withoutAccess(world);
        world.made(customerSuspend, { customerId, reason: "review" });
        return { customerId };
      },
      outcome: "made",
      reply: { status: "pending" },
    },
    OTHER_PRODUCT,
    {
      title: "unknown customer",
      input: { customerId: "cust_unknown" },
      code: "customer_not_found",
      details: { customerId: "cust_unknown" },
    },
    {
      title: "closed customer comes before the entity",
      input({ world }) {
        const { customerId, entity } = createCustomer(world);
        world.made(customerClose, { customerId });
        changeEntity(world, entity.entityId, { status: "restricted" });
        return { customerId };
      },
      code: "customer_status_forbidden",
      details: { status: "closed", allowed: ["pending", "active", "suspended"] },
    },
    {
      title: "restricted entity comes before compliance",
      given({ world, customer }) {
        const { customerAccessId } = createAccess(world, customer.customerId);
        decideAs(world, customerAccessId, "refuse");
        changeEntity(world, customer.entity.entityId, { status: "restricted" });
      },
      code: "entity_status_forbidden",
      details: { status: "restricted" },
    },
    {
      title: "rejected before: compliance comes before the tier",
      environment,
      given({ world, customer }) {
        const { customerAccessId } = createAccess(world, customer.customerId);
        decideAs(world, customerAccessId, "refuse");
        changeEntity(world, customer.entity.entityId, { kycTier: "tier_0" });
      },
      code: "customer_access_compliance_forbidden",
      check: ({ details }) => assert.deepEqual(Object.keys(details), ["customerAccessId"]),
    },
    {
      title: "refused while it was active, then revoked",
      input({ world }) {
        const { customerId, customerAccessId } = accessIn(world, "active");
        decideAs(world, customerAccessId, "refuse");
        world.made(customerAccessRevoke, { customerAccessId });
        return { customerId };
      },
      code: "customer_access_compliance_forbidden",
    },
    {
      title: "refused, revoked, then cleared",
      input({ world }) {
        const { customerId, customerAccessId } = accessIn(world, "active");
        decideAs(world, customerAccessId, "refuse");
        world.made(customerAccessRevoke, { customerAccessId });
        decideAs(world, customerAccessId, "clear");
        return { customerId };
      },
      outcome: "made",
    },
    {
      title: "tier 0 in live comes before the access that there is",
      environment,
      given({ world, customer }) {
        createAccess(world, customer.customerId);
        changeEntity(world, customer.entity.entityId, { kycTier: "tier_0" });
      },
      code: "kyc_tier_insufficient",
      details: { requiredTier: "tier_1", attainedTier: "tier_0" },
    },
    ...(["pending_compliance", "pending", "active", "suspended"] as const).map((status) => ({
      title: `an access that is ${status}`,
      input: ({ world }: { world: World }) => ({ customerId: accessIn(world, status).customerId }),
      code: "state_conflict" as const,
      details: { status, expected: "revoked", actual: status },
    })),
    { title: "no port", input: { ports: [] }, code: "invalid_request" },
    { title: "a port twice", input: { ports: ["a", "a"] }, code: "invalid_request" },
    { title: "a port in upper case", input: { ports: ["Customer"] }, code: "invalid_request" },
    { title: "a port of 41", input: { ports: [`${PORT_OF_40}_`] }, code: "invalid_request" },
    {
      title: "17 ports",
      input: { ports: Array.from({ length: 17 }, (_, index) => `p${index}`) },
      code: "invalid_request",
    },
    {
      title: "terms without a time",
      input: { terms: { version: "1" } },
      code: "invalid_request",
    },
  ],
});
