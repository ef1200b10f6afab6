/** For tests: customers with and without access, and an access in each status. */
import type { Customer } from "../../../../src/features/customer/customer_schema.ts";
import { customerAccessActivate } from "../../../../src/features/customer_access/customer_access.activate.ts";
import { customerAccessCreate } from "../../../../src/features/customer_access/customer_access.create.ts";
import { customerAccessRevoke } from "../../../../src/features/customer_access/customer_access.revoke.ts";
import { customerAccessSuspend } from "../../../../src/features/customer_access/customer_access.suspend.ts";
import type { CustomerAccessStatus } from "../../../../src/features/customer_access/customer_access_document.ts";
import type { CustomerAccess } from "../../../../src/features/customer_access/customer_access_schema.ts";
import { platformComplianceOutcomeCreate } from "../../../../src/features/platform/platform.compliance_outcome.create.ts";
import { sandboxComplianceOutcomeCreate } from "../../../../src/features/sandbox/sandbox.compliance_outcome.create.ts";
import { createCustomer } from "../../../world/parties.ts";
import type { World } from "../../../world/world.ts";
import { changeEntity } from "../entity/entities.ts";

/** What an operator's write is prepared to. */
export const OPERATOR = { prepared: { user: "ada/1000" } };

/** A pending customer, no test customer, of whose entity enough was verified for access. */
export function pendingCustomer(world: World): Customer {
  const customer = createCustomer(world, { test: false });
  changeEntity(world, customer.entity.entityId, { kycTier: "tier_1", kycStatus: "verified" });
  return customer;
}

export function createAccess(world: World, customerId: string, more: object = {}): CustomerAccess {
  const { productId } = world.principal;
  return world.made(customerAccessCreate, { productId, customerId, ...more });
}

/** Compliance speaks: the sandbox's, or in live the operator. */
export function decideAs(
  world: World,
  customerAccessId: string,
  outcome: "clear" | "refuse",
): CustomerAccess {
  return world.principal.environment === "sandbox"
    ? world.made(sandboxComplianceOutcomeCreate, { customerAccessId, outcome })
    : world.made(
        platformComplianceOutcomeCreate,
        { customerAccessId, outcome, reason: "checked" },
        OPERATOR,
      );
}

export function activate(world: World, customerAccessId: string): CustomerAccess {
  return world.made(customerAccessActivate, { customerAccessId });
}

/** How an access of a new customer comes to each status. */
const WAYS: Record<CustomerAccessStatus, (world: World, customerAccessId: string) => unknown> = {
  pending_compliance: () => undefined,
  pending: (world, id) => decideAs(world, id, "clear"),
  rejected: (world, id) => decideAs(world, id, "refuse"),
  active(world, id) {
    decideAs(world, id, "clear");
    activate(world, id);
  },
  suspended(world, id) {
    WAYS.active(world, id);
    world.made(customerAccessSuspend, { customerAccessId: id, reason: "review" });
  },
  revoked(world, id) {
    WAYS.active(world, id);
    world.made(customerAccessRevoke, { customerAccessId: id });
  },
};

/** A new customer, no test customer, and the customer's access in this status. */
export function accessIn(world: World, status: CustomerAccessStatus) {
  const { customerId, entity } = pendingCustomer(world);
  const { customerAccessId } = createAccess(world, customerId);
  WAYS[status](world, customerAccessId);
  return { customerId, entityId: entity.entityId, customerAccessId };
}
