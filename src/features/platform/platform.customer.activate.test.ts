/** Decision table of platform.customer.activate. */
import assert from "node:assert/strict";
import {
  accessIn,
  createAccess,
  pendingCustomer,
} from "../../../test/support/features/customer_access/accesses.ts";
import { entityIn } from "../../../test/support/features/entity/entities.ts";
import { waitingInLive } from "../../../test/support/features/provider_request/live_requests.ts";
import { decisionTable, type Row } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import { at, createAccount, createCustomer, DAY_MS } from "../../../test/world/parties.ts";
import { assertShows } from "../../../test/world/world.ts";
import { accountCreate } from "../account/account.create.ts";
import { customerClose } from "../customer/customer.close.ts";
import { customerSuspend } from "../customer/customer.suspend.ts";
import { customerRetrieve } from "../customer/customer_noun.ts";
import { customerAccessRevoke } from "../customer_access/customer_access.revoke.ts";
import type { CustomerAccessStatus } from "../customer_access/customer_access_document.ts";
import { customerAccessList } from "../customer_access/customer_access_noun.ts";
import { entityRetrieve } from "../entity/entity_resource.ts";
import { OPERATOR_NOTED } from "./operator_note.ts";
import { platformCustomerActivate } from "./platform.customer.activate.ts";

const environment = "live";

/** A customer whose access is in this status. */
const withAccess = (status: CustomerAccessStatus): Row<never, object> => ({
  title: `pending, with an access that is ${status}`,
  environment,
  input: ({ world }) => ({ customerId: accessIn(world, status).customerId }),
  outcome: "both active, the access cleared",
  reply: { status: "active", accessStatus: "active" },
  async check({ reply, facts }, { world }) {
    const kinds = facts.map(({ kind }) => kind);
    assert.deepEqual(kinds.slice(0, 2), ["customer_access.activated.1", "customer.activated.1"]);
    const { productId } = world.principal;
    const { customerId, updatedAt } = reply;
    const [access] = await listAll(world, customerAccessList, { productId, customerId });
    assert.equal(access.status, "active");
    assert.deepEqual(access.compliance, { outcome: "clear", checkedAt: updatedAt });
  },
});
const prepared = { user: "ada/1000" };

decisionTable(platformCustomerActivate, {
  given: (world) => ({ customer: createCustomer(world) }),
  input: ({ customer: { customerId } }) => ({ customerId, reason: "seen in person" }),
  asking: () => ({ prepared }),
  stepMs: 1_000,
  rows: [
    {
      title: "pending, while a verification looks at what was submitted",
      environment,
      input: ({ world }) => ({
        customerId: waitingInLive(world).entityId.replace("ent_", "cust_"),
      }),
      outcome: "the tier is attained, and the review goes on: nothing is submitted meanwhile",
      reply: { status: "active" },
      check({ reply: { entity } }, { world }) {
        const { entityId } = entity as { entityId: string };
        const { kycTier, kycStatus } = entityIn(world, entityId);
        assert.deepEqual([kycTier, kycStatus], ["tier_1", "in_review"]);
      },
    },
    {
      title: "pending",
      environment,
      outcome: "active with access, as GET shows it, and an account may be opened",
      reply: { status: "active", accessStatus: "active", revision: 2 },
      async check({ reply, facts }, { world, customer: { customerId, entity } }) {
        assert.equal(reply.statusTransitions.activeAt, reply.updatedAt);
        await assertShows(world, customerRetrieve, { customerId }, reply);
        const note = { kind: OPERATOR_NOTED, ...prepared, reason: "seen in person" };
        // Behind it the company is told, without the reason.
        assert.deepEqual(facts.at(-2), note);
        assert.ok(!JSON.stringify(reply).includes("seen in person"));
        createAccount(world, { owner: { type: "customer", id: customerId } });
        const { kyc } = await world.found(entityRetrieve, { entityId: entity.entityId });
        const expiresAt = at(1_000 + 730 * DAY_MS);
        assert.deepEqual(kyc, { status: "verified", tierAttained: "tier_1", expiresAt });
      },
    },
    ...(["pending_compliance", "pending", "rejected"] as const).map(withAccess),
    {
      title: "pending, with an access that was revoked",
      environment,
      input({ world }) {
        const { customerId } = pendingCustomer(world);
        const { customerAccessId } = createAccess(world, customerId);
        world.made(customerAccessRevoke, { customerAccessId });
        return { customerId };
      },
      outcome: "active with a new access",
      reply: { status: "active", accessStatus: "active" },
      async check({ reply: { customerId } }, { world }) {
        const { productId } = world.principal;
        const accesses = await listAll(world, customerAccessList, { productId, customerId });
        assert.deepEqual(
          accesses.map(({ status }) => status),
          ["active", "revoked"],
        );
      },
    },
    {
      title: "pending, of whom nothing was verified",
      environment,
      input: { kycTier: "tier_0" },
      outcome: "active, and no account may be opened",
      check(_, { world, customer: { customerId } }) {
        const { code } = world.run(accountCreate, {
          productId: world.principal.productId,
          role: "customer_balance",
          currency: "EUR",
          owner: { type: "customer", id: customerId },
        });
        assert.equal(code, "kyc_tier_insufficient");
      },
    },
    {
      title: "unknown customer",
      environment,
      input: { customerId: "cust_unknown" },
      code: "customer_not_found",
      check: ({ facts }) =>
        assert.deepEqual(facts, [{ kind: OPERATOR_NOTED, ...prepared, reason: "seen in person" }]),
    },
    { title: "active, in sandbox", code: "customer_status_forbidden" },
    {
      title: "suspended",
      given: ({ world, customer: { customerId } }) =>
        world.made(customerSuspend, { customerId, reason: "review" }),
      code: "customer_status_forbidden",
      details: { status: "suspended", allowed: ["pending"] },
    },
    {
      title: "closed",
      given: ({ world, customer: { customerId } }) => world.made(customerClose, { customerId }),
      code: "customer_status_forbidden",
    },
    { title: "a blank reason", environment, input: { reason: " " }, code: "invalid_request" },
  ],
});
