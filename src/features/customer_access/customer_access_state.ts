/** The part of a shard's state about customer access; all of it stays in the `state` database. */
import { ResourceTable } from "../../contract/resource.ts";
import type { CustomerAccessDocument } from "./customer_access_document.ts";
import { customerAccesses } from "./customer_access_resource.ts";

export type CustomerAccessState = ReturnType<typeof createCustomerAccessState>;

export function createCustomerAccessState() {
  return { customerAccesses: new ResourceTable<CustomerAccessDocument>(customerAccesses) };
}
