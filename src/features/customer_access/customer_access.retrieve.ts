/** customer_access.retrieve: reads one access. */
import { declareRead } from "../../contract/operation.ts";
import { retrieved } from "../resource_reads.ts";
import { customerAccesses } from "./customer_access_noun.ts";
import { CustomerAccessPath } from "./customer_access_schema.ts";

export const customerAccessRetrieve = declareRead({
  id: "customer_access.retrieve",
  summary: "Retrieve a customer access",
  description: "The access as it is now, with what compliance says of it.",
  tag: "Customer access",
  http: { method: "GET", path: "/customer-accesses/{customerAccessId}", status: 200 },
  principals: ["product_key", "founder", "agent"],
  scope: "customer_access:read",
  ...retrieved(customerAccesses, CustomerAccessPath),
});
