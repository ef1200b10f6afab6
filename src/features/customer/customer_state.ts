/** The part of a shard's state about customers, who stay in the `state` database. */
import { ResourceTable } from "../../contract/resource.ts";
import type { CustomerAccessState } from "../customer_access/customer_access_state.ts";
import type { EntityState } from "../entity/entity_state.ts";
import type { CustomerDocument } from "./customer_document.ts";
import { customers } from "./customer_resource.ts";

export type CustomerState = EntityState &
  CustomerAccessState &
  ReturnType<typeof createCustomerState>;

export function createCustomerState() {
  return { customers: new ResourceTable<CustomerDocument>(customers) };
}
