/** What a shard keeps of customers. */
import { DocumentTable } from "../../contract/table.ts";
import type { ExternalIdState } from "../external_id/external_id.ts";
import type { CustomerDocument } from "./customer_document.ts";

export const CUSTOMER_TABLE = 12;

export type CustomerState = ExternalIdState & ReturnType<typeof createCustomerState>;

export function createCustomerState() {
  return { customers: new DocumentTable<CustomerDocument>("customer", CUSTOMER_TABLE) };
}
