/**
 * How the usage of a month becomes final: by facts of the step that ends the month, five minutes after its end, in one record
 * with all else that is done then.
 */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import { pricesOfRealm } from "../product/told_pricing.ts";
import { USAGE_FINALIZED, type UsageFinalized } from "./usage_facts.ts";
import { type UsageState, usageStatementKey } from "./usage_state.ts";
import { usageOf } from "./usage_statement.ts";

/** The facts that make the usage of the month final, at the prices of now; none where it is final already. */
export function usageFinalized(
  state: UsageState,
  context: Pick<DecisionContext, "realm" | "nowMs" | "dueMs" | "principal">,
  month: string,
): UsageFinalized[] {
  const { realm, nowMs, dueMs, principal } = context;
  const calendar = state.calendars.of(realm);
  const { metering, usageStatements } = state;
  if (usageStatements.get(realm, usageStatementKey(realm, month)) !== undefined) return [];
  const counts = metering.countsOf(realm, month);
  const terms = { prices: pricesOfRealm(state, realm), days: calendar.days };
  const usage = usageOf(month, terms, (_, index) => counts[index] ?? 0);
  const finalizedAtMs = dueMs ?? calendar.timeOf(nowMs);
  const isCharged = principal.environment === "live" && BigInt(usage.total) > 0n;
  const payment = isCharged ? ({ status: "due", attempts: 0 } as const) : undefined;
  const final = { ...usage, finalizedAtMs, ...(payment !== undefined && { payment }) };
  return [{ kind: USAGE_FINALIZED, usage: final }];
}
