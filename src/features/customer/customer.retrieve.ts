/** customer.retrieve: reads one customer. */
import { declareRead } from "../../contract/operation.ts";
import { retrieved } from "../resource_reads.ts";
import { customers } from "./customer_noun.ts";
import { CustomerPath } from "./customer_schema.ts";

export const customerRetrieve = declareRead({
  id: "customer.retrieve",
  summary: "Read a customer",
  description: "The customer as it is now, closed ones too.",
  tag: "Customers",
  http: { method: "GET", path: "/customers/{customerId}", status: 200 },
  principals: ["product_key", "founder", "agent"],
  scope: "customers:read",
  ...retrieved(customers, CustomerPath),
});
