/**
 * statement.seal: the clock ends a month of a realm, five minutes after its last moment: the statement of the month is
 * sealed, and the statement of its usage becomes final. A realm in which no money has ever moved has no statement, but one of
 * usage. No caller reaches the operation.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { actorText } from "../../contract/records/actor.ts";
import type { Fact } from "../../contract/records/record.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { Month } from "../calendar_month.ts";
import { MONTH_ENDED, type MonthEnded, monthEndOf } from "../ledger/month_ends.ts";
import { usageFinalized } from "../usage/final_usage.ts";
import type { UsageState } from "../usage/usage_state.ts";
import { sealedMonth } from "./sealed_month.ts";
import { type StatementState, statements } from "./statement_noun.ts";

export const statementSeal = declareWrite<StatementState & UsageState>()({
  id: "statement.seal",
  summary: "Seal a month",
  description: "Done by the clock when the month is over.",
  http: { method: "POST", path: "/platform/statements/seal" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  body: Type.Object({ month: Month }, { title: "StatementSealing", additionalProperties: false }),
  output: Type.Object({ month: Month }, { title: "StatementSealed", additionalProperties: false }),
  refusals: ["state_conflict"],
  events: ["statement.sealed", "usage_statement.finalized"],
  decide(state, { month }, context) {
    const { realm, nowMs, dueMs = nowMs, actor, newId } = context;
    const next = monthEndOf(state, realm);
    if (next?.month !== month) {
      const message = `the next month of the realm is ${next?.month ?? "none"}, not ${month}`;
      return refuse("state_conflict", message, { expected: month, actual: next?.month ?? "none" });
    }
    const ended: MonthEnded = { kind: MONTH_ENDED, month };
    const currencies = state.days.monthTotals(realm, month).map(sealedMonth);
    const used = usageFinalized(state, context, month);
    if (currencies.length === 0) return accept([...used, ended], { month });
    const calendar = state.calendars.of(realm);
    const { fromMs, belowMs } = calendar.days.rangeOfMonth(month);
    const sealed: Fact = statements.fact("sealed", {
      statementId: newId("stmt"),
      month,
      timeZone: calendar.days.zoneAt(fromMs).name,
      fromMs,
      belowMs,
      currencies,
      sealedAtMs: dueMs,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      revision: 1,
      changedBy: actorText(actor),
    });
    return accept([sealed, ...used, ended], { month });
  },
});
