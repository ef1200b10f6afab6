/** For tests: a customer who is closed where that can be, and of whom everything is erased, as the operator does it. */
import { customerClose } from "../../../../src/features/customer/customer.close.ts";
import { platformEntityErase } from "../../../../src/features/platform/platform.entity.erase.ts";
import type { World } from "../../../world/world.ts";

export function eraseCustomer(world: World, customerId: string): void {
  const customer = world.state.customers.byId(world.realmOf(world.caller), customerId);
  if (customer?.status !== "pending") world.made(customerClose, { customerId });
  const entityId = customerId.replace("cust_", "ent_");
  const prepared = { user: "ada/1000" };
  world.made(platformEntityErase, { entityId, reason: "ticket 7" }, { prepared });
}
