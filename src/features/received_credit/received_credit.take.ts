/**
 * received_credit.take: takes money that a bank says has arrived. Exactly once by provider and reference: what is told again
 * changes nothing and leaves no record, and other facts under a reference move nothing. No caller can ask for it.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { PROVIDER_REFERENCE_CHARACTERS_MAX } from "../../contract/messages/provider_protocol.ts";
import { Amount, Currency, Id } from "../../contract/values/formats.ts";
import type { ExternalConfirmationState } from "../external_confirmation/external_confirmation_noun.ts";
import { TOLD_CREDIT_EVENTS, toldCreditFacts } from "../external_confirmation/told_credit.ts";
import {
  type FinancialAddressState,
  financialAddressNotFound,
} from "../financial_address/financial_address_noun.ts";
import { creditOfReference } from "./received_credit_noun.ts";
import { CreditPayer, CreditReference, Remittance } from "./received_credit_schema.ts";
import {
  contradictedFacts,
  judgedAgain,
  type TakingState,
  type ToldCredit,
  takenCredit,
} from "./received_credit_taking.ts";

/** What came of the telling: the money was taken, or it was told before, with the same facts or with others. */
export const TAKING_VERDICTS = ["credited", "suspended", "twice", "contradictory"] as const;

const ReceivedCreditTelling = Type.Object(
  {
    provider: Type.String({ minLength: 1, maxLength: 64 }),
    reference: CreditReference,
    financialAddressId: Id("fa"),
    amount: Amount,
    currency: Currency,
    payer: Type.Optional(CreditPayer),
    remittance: Type.Optional(Remittance),
    occurredAtMs: Type.Integer(),
    newsId: Type.String({ minLength: 1, maxLength: PROVIDER_REFERENCE_CHARACTERS_MAX }),
  },
  { title: "ReceivedCreditTelling", additionalProperties: false },
);

export const receivedCreditTake = declareWrite<
  TakingState & FinancialAddressState & ExternalConfirmationState
>()({
  id: "received_credit.take",
  summary: "Take money that a bank says has arrived",
  http: { method: "POST", path: "/platform/received-credits" },
  principals: ["system"],
  scope: undefined,
  environment: "live",
  inContract: false,
  body: ReceivedCreditTelling,
  output: Type.Object(
    {
      receivedCreditId: Id("rc"),
      verdict: Type.Union(TAKING_VERDICTS.map((verdict) => Type.Literal(verdict))),
    },
    { title: "ReceivedCreditVerdict", additionalProperties: false },
  ),
  refusals: ["financial_address_not_found", "ledger_unavailable"],
  events: ["received_credit.created", "transfer.posted", "account.created", ...TOLD_CREDIT_EVENTS],
  decide(state, { amount: amountMinor, ...named }, context) {
    const told: ToldCredit = { ...named, amountMinor };
    const { realm } = context;
    const known = creditOfReference(state, { realm, ...told });
    if (known !== undefined) {
      const { receivedCreditId } = known;
      const verdict = judgedAgain(known, told);
      const facts = verdict === "twice" ? [] : contradictedFacts(known, told, context);
      return accept(facts, { receivedCreditId, verdict });
    }
    const address = state.financialAddresses.byId(realm, told.financialAddressId);
    if (address === undefined) return financialAddressNotFound(told.financialAddressId);
    const { credit, facts } = takenCredit(state, told, address, context);
    const { receivedCreditId, status } = credit;
    const verdict = status === "credited" ? status : "suspended";
    const confirmed = toldCreditFacts(state, credit, context);
    return accept([...facts, ...confirmed], { receivedCreditId, verdict });
  },
});
