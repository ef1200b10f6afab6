/** customer.collection.list: what was collected, or could not be, of one customer's money. */
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { collections } from "../collection/collection_noun.ts";
import { listedWithin } from "../resource_reads.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { customers } from "./customer_noun.ts";

export const customerCollectionList = declareRead({
  id: "customer.collection.list",
  summary: "List the collections of a customer",
  description: "Collections of the customer's money, newest first, failed ones too.",
  http: { method: "GET", path: "/customers/{customerId}/collections" },
  principals: PRODUCT_CALLERS,
  scope: "collections:read",
  ...listedWithin(collections, {
    parent: customers,
    path: customers.path,
    index: LEDGER_TABLE.collectionByCustomer,
    filters: ["consentId", "objectId", "status"],
  }),
});
