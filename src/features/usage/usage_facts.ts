/** That a statement of usage became final, and what became of its payment: the facts, and their events. */
import {
  type EventsByKind,
  type EventsOf,
  eventTypesOf,
  oneEvent,
} from "../../contract/declare/event.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import { moveDue } from "./usage_due.ts";
import { UsageStatement } from "./usage_schema.ts";
import { type UsageState, type UsageStatementDocument, usageStatementKey } from "./usage_state.ts";
import { statementDocument } from "./usage_statement.ts";

export const USAGE_FINALIZED = "usage_statement.finalized.1";
/** What a month costs was paid: the row of the fee stands in the same record. */
export const USAGE_PAID = "usage_statement.paid.1";
/** No account of the Product could pay it. */
export const USAGE_UNPAID = "usage_statement.payment_failed.1";
type UsageKind = typeof USAGE_FINALIZED | typeof USAGE_PAID | typeof USAGE_UNPAID;
export type UsageFact<K extends UsageKind> = {
  kind: K;
  usage: Omit<UsageStatementDocument, "realm">;
};
export type UsageFinalized = UsageFact<typeof USAGE_FINALIZED>;

function usageIn(fact: Fact): Omit<UsageStatementDocument, "realm"> {
  return (fact as UsageFact<UsageKind> & Fact).usage;
}

const paymentMoved: Apply<UsageState> = (state, fact, { realm }) => {
  const usage = usageIn(fact);
  state.usageStatements.set(usageStatementKey(realm, usage.month), { realm, ...usage });
  moveDue(state, realm, usage);
};

export const usageFacts: Record<UsageKind, Apply<UsageState>> = {
  [USAGE_FINALIZED](state, fact, head) {
    state.metering.finish(head.realm, usageIn(fact).month);
    paymentMoved(state, fact, head);
  },
  [USAGE_PAID]: paymentMoved,
  [USAGE_UNPAID]: paymentMoved,
};

export const usageEventTypes = eventTypesOf("usage_statement", UsageStatement, {
  finalized: "A month is over, and what a Product used in it does not change any more.",
  paid: "What a month costs was paid out of an account of the Product.",
  payment_failed:
    "No account of the Product could pay what a month costs; it is tried again a day later.",
});

export const usageEvents: EventsByKind = {
  [USAGE_FINALIZED]: usageEvent("usage_statement.finalized"),
  [USAGE_PAID]: usageEvent("usage_statement.paid"),
  [USAGE_UNPAID]: usageEvent("usage_statement.payment_failed"),
};

function usageEvent(type: string): EventsOf {
  return oneEvent<UsageFact<UsageKind>>(type, {
    resourceIdOf: (_fact, _head, { productId }) => productId,
    objectOf: ({ usage }, { names }) => statementDocument(usage, names.productId),
  });
}
