/**
 * bank_message.make: puts requests that wait for a file into one message to their bank. From this record on they stand in this message and in no other,
 * whether its file is written now or after a crash. The outbox asks for it (`npm run admin -- bank export`); no caller can.
 */
import { type Static, Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import { isoDay } from "../../base/iso_time.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { refuseConstraint } from "../../contract/refusals/refusal.ts";
import { type DebitRail, debitSettlement } from "../../rails/debits.ts";
import type { RailName } from "../../rails/rails.ts";
import { settlement } from "../../rails/settlement.ts";
import type { BankAccount } from "../provider/provider_document.ts";
import { OperatorName } from "../provider/provider_schema.ts";
import type { ProviderRequestDocument } from "../provider_request/provider_request_document.ts";
import { ofRequests } from "../provider_request/provider_request_facts.ts";
import {
  BANK_MESSAGE_PREFIX,
  type BankMessageDocument,
  keyOfMessage,
  ORDERS_MAX,
} from "./bank_message_document.ts";
import { ofBankMessages } from "./bank_message_facts.ts";
import {
  type FilingState,
  type OrderedRequest,
  type OrderGroup,
  orderingOf,
  ordersOf,
} from "./bank_message_orders.ts";
import { BankMessageStep, closed, OrderGroupSchema } from "./bank_message_schema.ts";

const RequestIds = Type.Array(Type.String({ maxLength: 64 }), { maxItems: ORDERS_MAX });
const Making = Type.Object(
  {
    ...OrderGroupSchema,
    requestIds: RequestIds,
    /** Those that no file can have: of these none is taken, and those that are over wait no longer. */
    unwritable: Type.Optional(RequestIds),
    user: OperatorName,
  },
  { title: "BankMessageMaking", ...closed },
);
export type MessageMaking = Static<typeof Making>;

export const bankMessageMake = declareWrite<FilingState>()({
  id: "bank_message.make",
  summary: "Put orders into a message to a bank",
  http: { method: "POST", path: "/platform/bank-messages" },
  principals: ["system"],
  scope: undefined,
  environment: "live",
  inContract: false,
  body: Making,
  output: BankMessageStep,
  refusals: ["state_constraint_failed", "ledger_unavailable"],
  events: [],
  decide(state, { requestIds, unwritable = [], user, ...named }, { realm, nowMs, newId }) {
    const group = named as OrderGroup;
    const { taken, over: overNow } = ordersOf(state, realm, group, requestIds);
    const over = [...overNow, ...ordersOf(state, realm, group, unwritable).over];
    const facts = over.map((request) => ofRequests.fact("filed", { ...request, file: "none" }));
    if (taken.length === 0) return accept(facts, { orders: 0 });
    const account = accountOf(state, group, taken);
    if (account === undefined) {
      const message = `the bank ${group.provider} has no account in ${group.currency}`;
      return refuseConstraint("account", message);
    }
    const bankMessageId = newId(BANK_MESSAGE_PREFIX);
    const made: BankMessageDocument = {
      ...{ realm, bankMessageId, provider: group.provider, kind: group.kind },
      ...(group.action !== undefined && { action: group.action }),
      rail: group.rail,
      ...(group.sequence !== undefined && { sequence: group.sequence }),
      day: dayOf(group, nowMs),
      account,
      requestIds: taken.map(({ providerRequestId }) => providerRequestId),
      totalMinor: String(taken.reduce((sum, request) => sum + amountOf(state, request), 0n)),
      createdAtMs: nowMs,
      revision: 1,
      operator: user,
    };
    const filed = taken.map((request) =>
      ofRequests.fact("filed", { ...request, file: bankMessageId }),
    );
    const all = [ofBankMessages.fact("made", made), ...filed, ...facts];
    return accept(all, { bankMessageId, orders: taken.length });
  },
});

/** What is called back names the account that it was ordered from. */
function accountOf(
  state: FilingState,
  { provider, currency, action }: OrderGroup,
  taken: readonly ProviderRequestDocument[],
): BankAccount | undefined {
  const [first] = taken;
  if (action === "cancel" && first !== undefined) {
    const messageId = orderingOf(state, first)?.file ?? "";
    return state.bankMessages.get(first.realm, keyOfMessage(messageId))?.account;
  }
  const accounts = state.providers.find(provider)?.accounts ?? [];
  return accounts.find((one) => one.currency === currency);
}

/**
 * The day on which the rail takes a credit transfer that is ordered now; of a debit the day on which it is to be collected; of what is called back today.
 */
function dayOf({ kind, action, rail }: OrderGroup, nowMs: number): string {
  if (action === "cancel") return isoDay(nowMs);
  return kind === "payout"
    ? settlement(rail as RailName, nowMs).submittedOn
    : debitSettlement(rail as DebitRail, nowMs).arrivesOn;
}

function amountOf(state: FilingState, request: ProviderRequestDocument): bigint {
  const ordering = orderingOf(state, request);
  invariant(ordering !== undefined, "what a message takes was ordered");
  return BigInt((ordering.request as OrderedRequest).amount);
}
