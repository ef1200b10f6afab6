/**
 * usage.statement.finalize: the system makes the statement of a month final, once the month is over. No caller reaches the
 * operation.
 */
import { Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { refuse, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { Month } from "../calendar_month.ts";
import { pricesOfRealm } from "../product/told_pricing.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import { finalAtMs } from "./month_ends.ts";
import { USAGE_FINALIZED, type UsageFinalized } from "./usage_facts.ts";
import { UsageStatement } from "./usage_schema.ts";
import type { UsageState } from "./usage_state.ts";
import { statementDocument, usageOf } from "./usage_statement.ts";

export const usageStatementFinalize = declareWrite<UsageState>()({
  id: "usage.statement.finalize",
  summary: "Make the statement of usage of a month final",
  description: "Done by the system five minutes after the month; no caller may.",
  http: { method: "POST", path: "/usage/statements/finalize" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  body: Type.Object({ month: Month }, { title: "UsageMonth", additionalProperties: false }),
  output: UsageStatement,
  refusals: ["state_conflict", "state_constraint_failed"],
  events: ["usage_statement.finalized"],
  decide(state, { month }, context) {
    const { realm, principal } = context;
    const next = state.metering.nextOf(realm) ?? null;
    if (month !== next) {
      const message = `the statement of ${month} is not the next that becomes final`;
      return refuse("state_conflict", message, { expected: month, actual: next });
    }
    const [clockMs, atMs] = [productClockMs(state, context), finalAtMs(month)];
    if (clockMs < atMs) {
      const message = `the statement of ${month} becomes final at ${isoTime(atMs)}`;
      return refuseConstraint("month_over", message, { now: isoTime(clockMs) });
    }
    const counts = state.metering.countsOf(realm, month);
    const usage = usageOf(month, pricesOfRealm(state, realm), (_, index) => counts[index] ?? 0);
    const fact: UsageFinalized = {
      kind: USAGE_FINALIZED,
      usage: { ...usage, finalizedAtMs: clockMs },
    };
    return accept([fact], statementDocument(fact.usage, principal.productId));
  },
});
