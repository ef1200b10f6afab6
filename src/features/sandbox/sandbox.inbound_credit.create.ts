/**
 * sandbox.inbound_credit.create: money arrives by a financial address, as a bank would tell of it; sandbox only. A test says
 * whether money that the account of the address cannot take is refused or goes into suspense, as it does in live.
 */
import { type Static, Type } from "@sinclair/typebox";
import { suffixOf } from "../../base/id.ts";
import { accept, type DecisionContext, declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { Amount, Currency, Id } from "../../contract/values/formats.ts";
import type { ExternalConfirmationState } from "../external_confirmation/external_confirmation_noun.ts";
import { TOLD_CREDIT_EVENTS, toldCreditFacts } from "../external_confirmation/told_credit.ts";
import { refuseInactiveAddress, refuseOtherDestination } from "../financial_address/address_use.ts";
import type { FinancialAddressDocument } from "../financial_address/financial_address_document.ts";
import {
  type FinancialAddressState,
  financialAddressNotFound,
} from "../financial_address/financial_address_noun.ts";
import { SIMULATOR } from "../provider_request/providers.ts";
import {
  isSameCredit,
  type ReceivedCreditDocument,
} from "../received_credit/received_credit_document.ts";
import {
  creditOfReference,
  receivedCreditResource,
} from "../received_credit/received_credit_noun.ts";
import {
  CreditPayer,
  CreditReference,
  ReceivedCredit,
  Remittance,
} from "../received_credit/received_credit_schema.ts";
import {
  type TakingState,
  type ToldCredit,
  takenCredit,
} from "../received_credit/received_credit_taking.ts";
import { unfitStatus } from "../transfer/arriving_money.ts";
import { currencyMismatch, moneyRefusal, statusForbidden } from "../transfer/transfer_party.ts";
import { productClockMs } from "./product_clock.ts";
import type { SandboxState } from "./sandbox_state.ts";

const InboundCreditDraft = Type.Object(
  {
    financialAddressId: described(Id("fa"), "The address that the money was sent to."),
    destinationAccountId: Type.Optional(
      described(Id("acct"), "The account of the address, where you want that checked."),
    ),
    amount: described(Amount, "Minor units that arrive."),
    currency: Currency,
    reference: Type.Optional(
      described(
        CreditReference,
        "What the bank calls the credit; one is made where it is absent. The same again with the same address, amount and currency answers the credit that is there.",
      ),
    ),
    payer: Type.Optional(CreditPayer),
    remittance: Type.Optional(Remittance),
    ifNotCreditable: Type.Optional(
      Type.Union([Type.Literal("refuse"), Type.Literal("suspend")], {
        default: "refuse",
        description:
          "What happens where the money cannot go to the account of the address. `refuse`: nothing arrives, and the answer says why. `suspend`: it arrives all the same and goes into suspense, as in live.",
      }),
    ),
  },
  {
    title: "InboundCreditDraft",
    description: "Money that arrives by a financial address.",
    additionalProperties: false,
  },
);
type InboundCreditDraft = Static<typeof InboundCreditDraft>;

export const sandboxInboundCreditCreate = declareWrite<
  TakingState & FinancialAddressState & SandboxState & ExternalConfirmationState
>()({
  id: "sandbox.inbound_credit.create",
  summary: "Let money arrive by a financial address",
  description:
    "As a bank of live would tell of it: the money comes out of the simulator's account, and the answer is the received credit. A freeze of " +
    "the account for debits does not matter, one for all movements is refused with `destination_account_status_forbidden`.",
  http: { method: "POST", path: "/sandbox/inbound-credits", status: 201, existingStatus: 200 },
  principals: PRODUCT_CALLERS,
  scope: "sandbox:write",
  acts: { on: "product", by: "financialAddressId" },
  environment: "sandbox",
  body: InboundCreditDraft,
  output: ReceivedCredit,
  refusals: [
    "financial_address_not_found",
    "financial_address_status_forbidden",
    "financial_address_destination_mismatch",
    "currency_mismatch",
    "destination_account_status_forbidden",
    "state_conflict",
    "exposure_cap_exceeded",
    "ledger_unavailable",
  ],
  events: ["received_credit.created", "transfer.posted", "account.created", ...TOLD_CREDIT_EVENTS],
  decide(state, draft, context) {
    const { realm, principal } = context;
    const address = state.financialAddresses.byId(realm, draft.financialAddressId);
    if (address === undefined) return financialAddressNotFound(draft.financialAddressId);
    const told = toldOf(state, draft, context);
    const known = creditOfReference(state, { realm, ...told });
    if (known !== undefined && isSameCredit(known, told)) {
      const reply = receivedCreditResource(known, principal);
      return { ...accept([], reply), isExisting: true };
    }
    const isRefused = draft.ifNotCreditable !== "suspend";
    const refusal =
      (isRefused ? refuseInactiveAddress(address) : undefined) ??
      refuseOtherDestination(address, draft.destinationAccountId) ??
      (isRefused ? refuseAccount(state, address, draft.currency) : undefined) ??
      (known && refuseOther(known));
    if (refusal !== undefined) return refusal;
    const { credit, facts } = takenCredit(state, told, address, context);
    if (isRefused && credit.suspenseReason !== undefined) {
      return tooLarge(state, address, credit);
    }
    const confirmed = toldCreditFacts(state, credit, context);
    return accept([...facts, ...confirmed], receivedCreditResource(credit, principal));
  },
});

/** What the simulator says. Without a reference the id of the credit gives one. */
function toldOf(
  state: SandboxState,
  draft: InboundCreditDraft,
  context: DecisionContext,
): ToldCredit {
  const { financialAddressId, amount, currency, payer, remittance } = draft;
  const { reference = `sim_${suffixOf("rc", context.newId("rc"))}` } = draft;
  return {
    ...{ provider: SIMULATOR, reference, financialAddressId, amountMinor: amount, currency },
    ...(payer !== undefined && { payer }),
    ...(remittance !== undefined && { remittance }),
    occurredAtMs: productClockMs(state, context),
  };
}

function refuseAccount(
  { accounts }: TakingState,
  { realm, accountId, currency: expected }: FinancialAddressDocument,
  currency: string,
): Refusal<"currency_mismatch" | "destination_account_status_forbidden"> | undefined {
  const ordinal = accounts.ordinalOf(realm, accountId);
  if (expected !== currency) return currencyMismatch(accounts, ordinal, currency);
  if (unfitStatus(accounts, ordinal) === undefined) return undefined;
  return statusForbidden("destination_account_status_forbidden", accounts, ordinal);
}

/** The reference has another credit already. */
function refuseOther({
  receivedCreditId,
  reference,
}: ReceivedCreditDocument): Refusal<"state_conflict"> {
  const message = `the reference ${reference} is that of ${receivedCreditId}, which has another address, amount or currency`;
  return refuse("state_conflict", message, { expected: "unused", actual: receivedCreditId });
}

/** The account of the address would have more than an account may: nothing else was left that could stand against the money. */
function tooLarge(
  { accounts }: TakingState,
  { realm, accountId }: FinancialAddressDocument,
  { amountMinor }: ReceivedCreditDocument,
): Refusal<"exposure_cap_exceeded"> {
  const ordinal = accounts.ordinalOf(realm, accountId);
  const posted = accounts.creditsPosted(ordinal) - accounts.debitsPosted(ordinal);
  const currentMinor = posted + accounts.creditsPending(ordinal);
  const refused = { reason: "balance", accountId, currentMinor } as const;
  return moneyRefusal(
    refused,
    accounts,
    ordinal,
    BigInt(amountMinor),
  ) as Refusal<"exposure_cap_exceeded">;
}
