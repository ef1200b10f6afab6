/** customer.retrieve: one customer as it stands. */
import { suffixOf } from "../../base/id.ts";
import { found } from "../../contract/found.ts";
import { declareRead } from "../../contract/operation.ts";
import { decodeDocument } from "../../contract/table.ts";
import type { CustomerDocument } from "./customer_document.ts";
import { customerNotFound } from "./customer_lifecycle.ts";
import { customerResource } from "./customer_resource.ts";
import { Customer, CustomerPath } from "./customer_schema.ts";
import { CUSTOMER_TABLE } from "./customer_state.ts";

export const customerRetrieve = declareRead({
  id: "customer.retrieve",
  summary: "Read a customer",
  tag: "Customers",
  http: { method: "GET", path: "/customers/{customerId}", status: 200 },
  principals: ["product_key"],
  scope: "customers:read",
  path: CustomerPath,
  output: Customer,
  refusals: ["customer_not_found"],
  read(snapshot, { customerId }, { scope, principal }) {
    const suffix = suffixOf("cust", customerId);
    if (scope === undefined || suffix === undefined) return customerNotFound(customerId);
    const value = snapshot.get(CUSTOMER_TABLE, scope, suffix);
    if (value === undefined) return customerNotFound(customerId);
    return found(customerResource(decodeDocument<CustomerDocument>(value), principal));
  },
});
