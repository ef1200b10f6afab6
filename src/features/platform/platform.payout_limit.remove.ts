/** platform.payout_limit.remove: the operator removes a limit of payouts; what it counted is counted on. */
import { Type } from "@sinclair/typebox";
import {
  accept,
  type Decision,
  type DecisionContext,
  declareWrite,
} from "../../contract/declare/operation.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { limitKey, usageKey } from "../payout_limit/payout_limit_document.ts";
import { ofPayoutLimits } from "../payout_limit/payout_limit_facts.ts";
import { payoutLimitResource } from "../payout_limit/payout_limit_page.ts";
import { PayoutLimit } from "../payout_limit/payout_limit_schema.ts";
import type { PayoutLimitState } from "../payout_limit/payout_limit_state.ts";
import { dayOf } from "../payout_limit/payout_period.ts";
import { usedOn } from "../payout_limit/payout_usage.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import { notedInFeed, operatorOf } from "./operator_note.ts";
import { actOnLimit, LIMIT_FIELDS } from "./payout_limit_by_operator.ts";
import { BY_OPERATOR } from "./platform_operation.ts";

const Named = Type.Object(LIMIT_FIELDS, {
  title: "PlatformPayoutLimitNamed",
  additionalProperties: false,
});
type Named = (typeof Named)["static"];
type State = PayoutLimitState & SandboxState;

export const platformPayoutLimitRemove = declareWrite<State>()({
  ...BY_OPERATOR,
  id: "platform.payout_limit.remove",
  summary: "Remove a limit of payouts, as the platform",
  http: { method: "POST", path: "/platform/payout-limits/remove" },
  acts: { on: "product", by: "productId" },
  body: Named,
  output: PayoutLimit,
  refusals: ["resource_not_found", "ledger_unavailable"],
  events: [],
  prepare: operatorOf,
  decide(state, named, context) {
    const { reason, period } = named;
    const act = actOnLimit("platform.payout_limit.remove", named, { period });
    return notedInFeed(removed(state, named, context), { act, reason }, context);
  },
});

function removed(
  state: State,
  named: Named,
  context: DecisionContext<{ user: string }>,
): Decision<"resource_not_found"> {
  const { realm, principal } = context;
  const { customerId, currency, period } = named;
  const scope = { ...(customerId !== undefined && { customerId }), currency };
  const found = state.payoutLimits.get(realm, limitKey(realm, { ...scope, period }));
  if (found === undefined) {
    const message = `no limit of ${currency} ${period} is set`;
    return refuse("resource_not_found", message, { resourceType: "payout_limit" });
  }
  const { realm: _, ...limit } = found;
  const day = dayOf(productClockMs(state, context));
  const used = usedOn(state.payoutUsages.get(realm, usageKey(realm, scope)), period, day);
  const reply = payoutLimitResource(limit, used, day, principal);
  return accept([ofPayoutLimits.fact("removed", limit)], reply);
}
