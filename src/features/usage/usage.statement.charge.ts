/**
 * usage.statement.charge: the clock takes what a month costs out of an account of the Product, in live, as soon as the month's
 * statement of usage is final: one transfer of kind `fee` to the platform's account of revenue. The oldest account of the role
 * `product_operating` that has all of it pays; where none has, the next attempt is a day later. No caller reaches the operation.
 */
import { Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import { accept, type DecisionContext, declareWrite } from "../../contract/declare/operation.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { Month } from "../calendar_month.ts";
import { Plan } from "../ledger/ledger.ts";
import { planRevenueAccount } from "../sandbox/external_account.ts";
import { productAccounts } from "../transfer/arriving_money.ts";
import { paysDebits } from "../transfer/lost_money.ts";
import { usageDueOf } from "./usage_due.ts";
import { USAGE_PAID, USAGE_UNPAID, type UsageFact } from "./usage_facts.ts";
import type { UnpaidReason } from "./usage_schema.ts";
import {
  type UsagePayment,
  type UsageState,
  type UsageStatementDocument,
  usageStatementKey,
} from "./usage_state.ts";

/** From an attempt that found no money to the next one. */
const PAUSE_MS = 86_400_000;

export const usageStatementCharge = declareWrite<UsageState>()({
  id: "usage.statement.charge",
  summary: "Charge what a month costs",
  description: "Done by the clock when the statement of usage of the month is final.",
  http: { method: "POST", path: "/platform/usage-statements/charge" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  body: Type.Object({ month: Month }, { title: "UsageCharging", additionalProperties: false }),
  output: Type.Object(
    { month: Month, status: Type.Union([Type.Literal("due"), Type.Literal("paid")]) },
    { title: "UsageCharged", additionalProperties: false },
  ),
  refusals: ["state_conflict"],
  events: ["transfer.posted", "usage_statement.paid", "usage_statement.payment_failed"],
  decide(state, { month }, context) {
    const { realm, nowMs } = context;
    const [earliest] = usageDueOf(state, realm)?.months ?? [];
    const final = state.usageStatements.get(realm, usageStatementKey(realm, month));
    if (earliest !== month || final === undefined) {
      const message = `the next month to charge is ${earliest ?? "none"}, not ${month}`;
      return refuse("state_conflict", message, { expected: month, actual: earliest ?? "none" });
    }
    const { realm: _, ...usage } = final;
    const attempts = (usage.payment?.attempts ?? 0) + 1;
    const payer = paidBy(state, usage, context);
    if ("reason" in payer) {
      const { reason } = payer;
      // Not from when this attempt was due: a server that was away for days tries once.
      const nextAttemptAtMs = nowMs + PAUSE_MS;
      const payment: UsagePayment = { status: "due", attempts, reason, nextAttemptAtMs };
      const failed: UsageFact<typeof USAGE_UNPAID> = {
        kind: USAGE_UNPAID,
        usage: { ...usage, payment },
      };
      return accept([failed], { month, status: "due" });
    }
    const { facts, accountId } = payer;
    const transferId = context.newId("tr");
    const payment: UsagePayment = {
      ...{ status: "paid", attempts, transferId, accountId, paidAtMs: nowMs },
    };
    const paid: UsageFact<typeof USAGE_PAID> = {
      kind: USAGE_PAID,
      usage: { ...usage, payment },
    };
    return accept([...facts, paid], { month, status: "paid" });
  },
});

/** The fee of the month out of the oldest account that has all of it, or why no account has. */
function paidBy(
  { accounts }: UsageState,
  { month, currency, total }: Pick<UsageStatementDocument, "month" | "currency" | "total">,
  context: DecisionContext,
) {
  const plan = new Plan(accounts, context.place);
  const amountMinor = BigInt(total);
  let reason: UnpaidReason = "no_account";
  for (const payer of productAccounts(accounts, { role: "product_operating", currency }, context)) {
    if (!paysDebits(accounts, payer)) continue;
    reason = "insufficient_balance";
    if (plan.available(payer) < amountMinor) continue;
    const revenue = planRevenueAccount(accounts, plan, { currency }, context);
    const refused = plan.add({
      ...({ step: "posted", transferKind: "fee", sub: 0, reservedMinor: 0n } as const),
      ...{ sourceOrdinal: payer, destinationOrdinal: revenue.ordinal, amountMinor },
      extras: { description: `Platform fees of ${month}`, usageMonth: month },
    });
    invariant(refused === undefined, "an account pays what it has");
    return { facts: [...revenue.facts, ...plan.rows], accountId: accounts.accountId(payer) };
  }
  return { reason };
}
