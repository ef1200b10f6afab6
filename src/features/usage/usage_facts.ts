/** That a statement of usage became final: the fact, and its event. */
import { type EventsByKind, eventTypesOf, oneEvent } from "../../contract/declare/event.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import { UsageStatement } from "./usage_schema.ts";
import { type UsageState, type UsageStatementDocument, usageStatementKey } from "./usage_state.ts";
import { statementDocument } from "./usage_statement.ts";

export const USAGE_FINALIZED = "usage_statement.finalized.1";
export type UsageFinalized = {
  kind: typeof USAGE_FINALIZED;
  usage: Omit<UsageStatementDocument, "realm">;
};

export const usageFacts: Record<typeof USAGE_FINALIZED, Apply<UsageState>> = {
  [USAGE_FINALIZED]: ({ metering, usageStatements }, fact, { realm }) => {
    const { usage } = fact as unknown as UsageFinalized;
    metering.finish(realm, usage.month);
    usageStatements.set(usageStatementKey(realm, usage.month), { realm, ...usage });
  },
};

export const usageEventTypes = eventTypesOf("usage_statement", UsageStatement, {
  finalized: "A month is over, and what a Product used in it does not change any more.",
});

export const usageEvents: EventsByKind = {
  [USAGE_FINALIZED]: oneEvent<UsageFinalized>("usage_statement.finalized", {
    resourceIdOf: (_fact, _head, { productId }) => productId,
    objectOf: ({ usage }, { names }) => statementDocument(usage, names.productId),
  }),
};
