/** Decision table of account.create. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessIn } from "../../../test/support/features/customer_access/accesses.ts";
import { changeEntity } from "../../../test/support/features/entity/entities.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { createAccount, createCustomer, platformAccount } from "../../../test/world/parties.ts";
import { assertShows, openWorld, type World } from "../../../test/world/world.ts";
import { customerClose } from "../customer/customer.close.ts";
import { customerSuspend } from "../customer/customer.suspend.ts";
import type { CustomerFact } from "../customer/customer_facts.ts";
import type { Customer } from "../customer/customer_schema.ts";
import { accountCreate } from "./account.create.ts";
import { accountRetrieve } from "./account_resource.ts";

/** A customer in live whose status the test sets to active, without access: as nothing makes one. */
function activate({ state, apply }: World, { customerId }: Customer): void {
  const stored = state.customers.get(1, customerId.slice("cust_".length));
  assert.ok(stored !== undefined);
  const activated: CustomerFact = {
    kind: "customer.updated.1",
    customer: { ...stored, status: "active" },
  };
  apply([activated]);
}

const other = STRANGER.principal;
type Made = { world: World; customer: Customer };

decisionTable(accountCreate, {
  given(world) {
    const { productId } = world.principal;
    const owner = { type: "product", id: productId };
    createAccount(world, { role: "product_operating", owner, externalId: "taken" });
    return { productId, customer: createCustomer(world) };
  },
  input: ({ productId, customer: { customerId } }) => ({
    productId,
    role: "customer_balance",
    currency: "EUR",
    owner: { type: "customer", id: customerId },
  }),
  rows: [
    {
      title: "all fields",
      input: { name: "Main", metadata: { a: "1" }, externalId: "acc-1" },
      outcome: "open at revision 1, as GET shows it",
      async check({ reply }, { world, productId, customer: { customerId } }) {
        const { accountId, createdAt } = reply;
        assert.deepEqual(reply, {
          accountId,
          productId,
          environment: "sandbox",
          role: "customer_balance",
          currency: "EUR",
          owner: { type: "customer", id: customerId },
          name: "Main",
          status: "open",
          freezes: [],
          ledger: { provisioned: true },
          revision: 1,
          createdAt,
          updatedAt: createdAt,
          metadata: { a: "1" },
          externalId: "acc-1",
          actor: { type: "product_key", id: world.principal.principalId },
          statusTransitions: { openAt: createdAt },
        });
        await assertShows(world, accountRetrieve, { accountId }, reply);
      },
    },
    {
      title: "operating account of the Product",
      input: ({ productId }) => ({
        role: "product_operating",
        owner: { type: "product", id: productId },
      }),
      outcome: "open",
    },
    {
      title: "Product of someone else comes before the owner's type",
      input: { productId: other.productId, owner: { type: "dog", id: "dog_1" } },
      code: "resource_not_found",
    },
    {
      title: "another Product as owner",
      input: { role: "product_operating", owner: { type: "product", id: other.productId } },
      code: "resource_not_found",
    },
    {
      title: "unknown owner type",
      input: { owner: { type: "dog", id: "dog_1" } },
      code: "owner_unsupported",
    },
    {
      title: "owner type that only the platform uses",
      input: ({ productId }) => ({ role: "suspense", owner: { type: "platform", id: productId } }),
      code: "owner_unsupported",
    },
    {
      title: "customer role for the Product",
      input: ({ productId }) => ({ owner: { type: "product", id: productId } }),
      code: "account_role_owner_mismatch",
    },
    {
      title: "tenant, which no role has as owner",
      input: { role: "product_operating", owner: { type: "tenant", id: "ten_any" } },
      code: "account_role_owner_mismatch",
    },
    {
      title: "role of the platform",
      input: { role: "suspense" },
      code: "account_role_owner_mismatch",
    },
    {
      title: "role comes before the customer",
      input: { role: "object_balance", owner: { type: "customer", id: "cust_unknown" } },
      code: "account_role_owner_mismatch",
    },
    {
      title: "unknown customer",
      input: { owner: { type: "customer", id: "cust_unknown" } },
      code: "customer_not_found",
    },
    { title: "pending customer", environment: "live", code: "customer_status_forbidden" },
    {
      title: "suspended customer",
      given: ({ world, customer: { customerId } }) =>
        world.made(customerSuspend, { customerId, reason: "review" }),
      code: "customer_status_forbidden",
    },
    {
      title: "closed customer comes before the tier",
      given: ({ world, customer: { customerId } }) => world.made(customerClose, { customerId }),
      input: { role: "customer_credit" },
      code: "customer_status_forbidden",
    },
    ...(["restricted", "suspended", "archived"] as const).map((status) => ({
      title: `entity ${status}, which comes before the tier`,
      given: ({ world, customer: { entity } }: Made) =>
        changeEntity(world, entity.entityId, { status }),
      input: { role: "customer_credit" },
      code: "entity_status_forbidden" as const,
      details: { status },
    })),
    {
      title: "customer without access, in live",
      environment: "live",
      given: ({ world, customer }) => activate(world, customer),
      code: "customer_access_required",
      check({ details }, { productId, customer: { customerId } }) {
        assert.deepEqual(details, { customerId, productId });
      },
    },
    {
      title: "access that is suspended comes before the tier",
      input: ({ world }) => ({
        role: "customer_credit",
        owner: { type: "customer", id: accessIn(world, "suspended").customerId },
      }),
      code: "customer_access_status_forbidden",
      details: { status: "suspended" },
    },
    {
      title: "access that was revoked comes before the tier",
      input: ({ world }) => ({
        role: "customer_credit",
        owner: { type: "customer", id: accessIn(world, "revoked").customerId },
      }),
      code: "customer_access_required",
    },
    {
      title: "restricted entity comes before the access",
      input({ world }) {
        const { customerId, entityId } = accessIn(world, "revoked");
        changeEntity(world, entityId, { status: "restricted" });
        return { owner: { type: "customer", id: customerId } };
      },
      code: "entity_status_forbidden",
    },
    {
      title: "savings at tier 0",
      input: { role: "customer_savings" },
      code: "kyc_tier_insufficient",
    },
    {
      title: "tier comes before the external id",
      input: { role: "customer_credit", externalId: "taken" },
      code: "kyc_tier_insufficient",
      details: { requiredTier: "tier_2", attainedTier: "tier_0" },
      check({ details }, { customer: { entity } }) {
        assert.equal(details["entityId"], entity.entityId);
      },
    },
    {
      title: "live balance at a tier that has expired",
      environment: "live",
      input({ world }) {
        const { customerId, entityId } = accessIn(world, "active");
        changeEntity(world, entityId, { kycTier: "tier_0", kycStatus: "expired" });
        return { owner: { type: "customer", id: customerId } };
      },
      code: "kyc_tier_insufficient",
    },
    {
      title: "live customer with access of its own",
      environment: "live",
      input: ({ world }) => ({
        owner: { type: "customer", id: accessIn(world, "active").customerId },
      }),
      outcome: "open, without the operator",
    },
    { title: "external id that is taken", input: { externalId: "taken" }, code: "state_conflict" },
  ],
});

test("account.created.1: account of the platform -> the platform is the actor", async () => {
  const world = await openWorld();
  const account = await world.found(accountRetrieve, { accountId: platformAccount(world) });
  assert.deepEqual(account.actor, { type: "platform", id: "platform" });
  assert.deepEqual(account.owner, { type: "platform", id: world.principal.productId });
});
