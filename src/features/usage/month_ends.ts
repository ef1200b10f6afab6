/** When statements of usage become final: a step of time for each month of each realm, one after the other. */
import type { DueSource } from "../../contract/declare/due_source.ts";
import { rangeOfMonth, SEAL_AFTER_MS } from "../calendar_month.ts";
import type { UsageState } from "./usage_state.ts";

/** When the month's statement becomes final, by the Product's clock. */
export function finalAtMs(month: string): number {
  return rangeOfMonth(month).belowMs + SEAL_AFTER_MS;
}

export const usageMonthEnds: DueSource<UsageState> = {
  name: "usage.month_ends",
  realms: ({ metering }) => metering.realms(),
  earliest({ metering }, realm) {
    const month = metering.nextOf(realm);
    if (month === undefined) return undefined;
    return { atMs: finalAtMs(month), operation: "usage.statement.finalize", input: { month } };
  },
};
