/** customer_access.list: the accesses of a Product's customers, newest first. */
import { declareRead } from "../../contract/operation.ts";
import { listed } from "../resource_reads.ts";
import { customerAccesses } from "./customer_access_noun.ts";

export const customerAccessList = declareRead({
  id: "customer_access.list",
  summary: "List customer accesses",
  description:
    "Revoked and rejected ones too. `search` takes the id of an access or of a customer.",
  tag: "Customer access",
  http: { method: "GET", path: "/customer-accesses", status: 200 },
  principals: ["product_key", "founder", "agent"],
  scope: "customer_access:read",
  ...listed(customerAccesses),
});
