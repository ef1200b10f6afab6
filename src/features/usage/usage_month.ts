/** Which months a Product has a statement of, by its own clock. */
import type { ReadContext } from "../../contract/declare/operation.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { refuseMonth } from "../calendar_month.ts";
import { seeDays } from "../ledger/realm_zones.ts";
import { ownProductOf } from "../own_product.ts";
import { readSandboxClockMs } from "../sandbox/sandbox_clock.ts";

/** The refusal of a month that has not begun by the Product's clock, or that was over before the Product was made. */
export function refuseUsageMonth(
  snapshot: Snapshot,
  month: string,
  context: ReadContext,
): Refusal<"statement_evidence_incomplete"> | undefined {
  const isSandbox = context.principal.environment === "sandbox";
  const nowMs = isSandbox ? readSandboxClockMs(snapshot, context) : context.nowMs;
  const begunMs = ownProductOf(context).createdAtMs;
  const range = seeDays(snapshot, context.realm).rangeOfMonth(month);
  return refuseMonth(month, { nowMs, begunMs, resource: "Product" }, range);
}
