/** customer.consent.list: the consents of one customer, newest first. */
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { consents } from "../consent/consent_noun.ts";
import { listedWithin } from "../resource_reads.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { customers } from "./customer_noun.ts";

export const customerConsentList = declareRead({
  id: "customer.consent.list",
  summary: "List the consents of a customer",
  description: "What the customer has agreed to, newest first, consents that have ended too.",
  http: { method: "GET", path: "/customers/{customerId}/consents" },
  principals: PRODUCT_CALLERS,
  scope: "consents:read",
  ...listedWithin(consents, {
    parent: customers,
    path: customers.path,
    index: LEDGER_TABLE.consentByCustomer,
    filters: ["type", "status"],
  }),
});
