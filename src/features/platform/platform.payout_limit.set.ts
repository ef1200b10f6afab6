/**
 * platform.payout_limit.set: the operator limits the payouts of a Product, or of one of its customers, in one environment. The
 * limit takes the place of the one of the same customer, currency and period, and holds from the next payout on; what was paid
 * in the present period before counts too.
 */
import { Type } from "@sinclair/typebox";
import {
  accept,
  type Decision,
  type DecisionContext,
  declareWrite,
} from "../../contract/declare/operation.ts";
import type { Issue } from "../../contract/refusals/refusal.ts";
import { refuseConstraint } from "../../contract/refusals/refusal.ts";
import type { CustomerState } from "../customer/customer_noun.ts";
import { customerNotFound } from "../customer/customer_noun.ts";
import { limitKey, usageKey } from "../payout_limit/payout_limit_document.ts";
import { ofPayoutLimits } from "../payout_limit/payout_limit_facts.ts";
import { payoutLimitResource } from "../payout_limit/payout_limit_page.ts";
import { LIMITED, PayoutLimit } from "../payout_limit/payout_limit_schema.ts";
import type { PayoutLimitState } from "../payout_limit/payout_limit_state.ts";
import { dayOf } from "../payout_limit/payout_period.ts";
import { usedOn } from "../payout_limit/payout_usage.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import { notedInFeed, operatorOf } from "./operator_note.ts";
import { actOnLimit, LIMIT_FIELDS } from "./payout_limit_by_operator.ts";
import { BY_OPERATOR } from "./platform_operation.ts";

/** The most limits of a Product in one environment: all are in memory, some 300 bytes each. */
export const PAYOUT_LIMITS_MAX = 10_000;

const Draft = Type.Object(
  { ...LIMIT_FIELDS, ...LIMITED },
  { title: "PlatformPayoutLimit", additionalProperties: false },
);
type Draft = (typeof Draft)["static"];
type State = CustomerState & PayoutLimitState & SandboxState;

export const platformPayoutLimitSet = declareWrite<State>()({
  ...BY_OPERATOR,
  id: "platform.payout_limit.set",
  summary: "Limit payouts, as the platform",
  http: { method: "POST", path: "/platform/payout-limits", status: 200 },
  acts: { on: "product", by: "productId" },
  body: Draft,
  output: PayoutLimit,
  refusals: ["customer_not_found", "state_constraint_failed", "ledger_unavailable"],
  events: [],
  check: checkCaps,
  prepare: operatorOf,
  decide(state, draft, context) {
    const { reason, period, maxCount, maxAmount, maxEach } = draft;
    const told = { period, maxCount, maxAmount, maxEach };
    const act = actOnLimit("platform.payout_limit.set", draft, told);
    return notedInFeed(limited(state, draft, context), { act, reason }, context);
  },
});

/** A limit limits something. */
function checkCaps({ maxCount, maxAmount, maxEach }: Draft): Issue[] {
  if (maxCount !== undefined || maxAmount !== undefined || maxEach !== undefined) return [];
  const message = "maxCount, maxAmount or maxEach is required: what the limit allows";
  return [{ code: "required", message, path: ["maxCount"] }];
}

function limited(
  state: State,
  { customerId, currency, period, maxCount, maxAmount, maxEach }: Draft,
  context: DecisionContext<{ user: string }>,
): Decision<"customer_not_found" | "state_constraint_failed"> {
  const { realm, nowMs, principal } = context;
  if (customerId !== undefined && state.customers.byId(realm, customerId) === undefined) {
    return customerNotFound(customerId);
  }
  const scope = { ...(customerId !== undefined && { customerId }), currency };
  const isNew = state.payoutLimits.get(realm, limitKey(realm, { ...scope, period })) === undefined;
  if (isNew && state.payoutLimitsByRealm.of(realm).size >= PAYOUT_LIMITS_MAX) {
    const message = `the Product has ${PAYOUT_LIMITS_MAX} limits of payouts in ${principal.environment}, the most that it may have`;
    return refuseConstraint("payout_limits", message, { limit: PAYOUT_LIMITS_MAX });
  }
  const limit = {
    ...scope,
    period,
    ...(maxCount !== undefined && { maxCount }),
    ...(maxAmount !== undefined && { maxAmountMinor: maxAmount }),
    ...(maxEach !== undefined && { maxEachMinor: maxEach }),
    setAtMs: nowMs,
  };
  const day = dayOf(productClockMs(state, context));
  const used = usedOn(state.payoutUsages.get(realm, usageKey(realm, scope)), period, day);
  const reply = payoutLimitResource(limit, used, day, principal);
  return accept([ofPayoutLimits.fact("set", limit)], reply);
}
