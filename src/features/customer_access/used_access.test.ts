/** Whether an access may be used: what each kind of use is told, with the status of the answer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessIn, decideAs } from "../../../test/support/features/customer_access/accesses.ts";
import { createCustomer } from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { httpStatusOf } from "../../contract/refusals/refusal.ts";
import { customerAccessRevoke } from "./customer_access.revoke.ts";
import { CUSTOMER_ACCESS_STATUSES } from "./customer_access_document.ts";
import { refuseAccess, refuseInactiveAccess } from "./used_access.ts";

type Use = typeof refuseAccess | typeof refuseInactiveAccess;

/** Code, status and details of the refusal of a use. */
function told(world: World, customerId: string, use: Use) {
  const customer = world.state.customers.byId(world.realmOf(world.caller), customerId);
  assert.ok(customer !== undefined);
  const refusal = use(world.state, customer, world.principal);
  return refusal && [refusal.code, httpStatusOf(refusal), refusal.details];
}

test("used access: a customer without access -> customer_access_required, 403", async () => {
  const world = await openWorld({ environment: "live" });
  const { customerId } = createCustomer(world);
  const { productId } = world.principal;
  for (const use of [refuseAccess, refuseInactiveAccess]) {
    const expected = ["customer_access_required", 403, { customerId, productId }];
    assert.deepEqual(told(world, customerId, use), expected);
  }
});

for (const status of CUSTOMER_ACCESS_STATUSES) {
  test(`used access: ${status} -> may be used only if active, and compliance refuses with 403`, async () => {
    const world = await openWorld();
    const { customerId, customerAccessId } = accessIn(world, status);
    const { productId } = world.principal;
    const inactive =
      status === "revoked"
        ? ["customer_access_required", 403, { customerId, productId }]
        : ["customer_access_status_forbidden", 409, { customerAccessId, status }];
    const refused = ["customer_access_compliance_forbidden", 403, { customerAccessId }];
    const byStatus = status === "active" ? undefined : inactive;
    assert.deepEqual(told(world, customerId, refuseInactiveAccess), byStatus);
    const whole = status === "rejected" ? refused : byStatus;
    assert.deepEqual(told(world, customerId, refuseAccess), whole);
  });
}

test("used access: suspended by compliance, then revoked -> compliance is told first", async () => {
  const world = await openWorld();
  const { customerId, customerAccessId } = accessIn(world, "active");
  decideAs(world, customerAccessId, "refuse");
  const refused = ["customer_access_compliance_forbidden", 403, { customerAccessId }];
  assert.deepEqual(told(world, customerId, refuseAccess), refused);
  world.made(customerAccessRevoke, { customerAccessId });
  assert.deepEqual(told(world, customerId, refuseAccess), refused);
  decideAs(world, customerAccessId, "clear");
  const { productId } = world.principal;
  const required = ["customer_access_required", 403, { customerId, productId }];
  assert.deepEqual(told(world, customerId, refuseAccess), required);
});
