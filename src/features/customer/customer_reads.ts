/** Finding one customer in a snapshot. */
import { suffixOf } from "../../base/id.ts";
import type { ReadContext } from "../../contract/operation.ts";
import type { Snapshot } from "../../contract/snapshot.ts";
import { decodeDocument } from "../../contract/table.ts";
import type { CustomerDocument } from "./customer_document.ts";
import { CUSTOMER_TABLE } from "./customer_state.ts";

/** A customer as a snapshot shows it, with the scope it was found in. */
export type SeenCustomer = { suffix: string; scope: number; document: CustomerDocument };

/** The customer in the scope of the request; undefined alike for unknown, malformed and foreign. */
export function seeCustomer(
  snapshot: Snapshot,
  { scope }: Pick<ReadContext, "scope">,
  customerId: string,
): SeenCustomer | undefined {
  const suffix = suffixOf("cust", customerId);
  if (scope === undefined || suffix === undefined) return undefined;
  const value = snapshot.get(CUSTOMER_TABLE, scope, suffix);
  return value === undefined ? undefined : { suffix, scope, document: decodeDocument(value) };
}
