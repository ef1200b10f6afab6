/** customer.list: the customers of a Product, newest first. */
import { declareRead } from "../../contract/operation.ts";
import { listed } from "../resource_reads.ts";
import { customers } from "./customer_noun.ts";

export const customerList = declareRead({
  id: "customer.list",
  summary: "List customers",
  description:
    "`search` looks in display name and external id, whatever the case, and takes a customer or entity id.",
  tag: "Customers",
  http: { method: "GET", path: "/customers", status: 200 },
  principals: ["product_key", "founder", "agent"],
  scope: "customers:read",
  ...listed(customers),
});
