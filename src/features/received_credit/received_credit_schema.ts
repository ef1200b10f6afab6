/** Schemas of received credits. */
import { type Static, Type } from "@sinclair/typebox";
import { PII } from "../../contract/declare/redaction.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { PROVIDER_REFERENCE_CHARACTERS_MAX } from "../../contract/messages/provider_protocol.ts";
import {
  Actor,
  Amount,
  CreatedAt,
  Currency,
  EnvironmentName,
  Id,
  Revision,
  StatusTransitions,
  Timestamp,
  UpdatedAt,
} from "../../contract/values/formats.ts";
import { ruled } from "../../contract/values/value_rules.ts";
import { RECEIVED_CREDIT_STATUSES, SUSPENSE_REASONS } from "./received_credit_document.ts";

/** Characters of an account number that are kept of who has paid. */
export const PAYER_NUMBER_CHARACTERS_MAX = 4;
/** Chosen: what a SEPA credit transfer carries as unstructured remittance information. */
export const REMITTANCE_CHARACTERS_MAX = 140;

export const ReceivedCreditStatusName = Type.Union(
  RECEIVED_CREDIT_STATUSES.map((status) => Type.Literal(status)),
  {
    title: "ReceivedCreditStatus",
    description:
      "`credited`: the money is on the account of its address. `suspended`: it could not go there, and is on an account of the Product of the role `product_suspense`. `assigned`: it was moved from there to an account that somebody named. `returning`: the bank is asked to send it back, and the money is reserved. `returned`: the bank has sent it back; this one is final.",
  },
);

export const SuspenseReasonName = Type.Union(
  SUSPENSE_REASONS.map((reason) => Type.Literal(reason)),
  {
    title: "SuspenseReason",
    description:
      "Why the money did not go to the account of its address. `address_not_active`: the address is disabled, retired or failed. `currency`: the money is in another currency. `account_closed`, `account_frozen` (for all movements), `balance_too_large`: the account cannot take it.",
  },
);

/** A bank's own name of a credit. */
export const CreditReference = ruled(
  Type.String({
    minLength: 1,
    maxLength: PROVIDER_REFERENCE_CHARACTERS_MAX,
    pattern: "^[\\x21-\\x7e]+$",
    description:
      "The bank's own name of the credit: 1 to 128 visible characters of ASCII, no spaces. Unique of the bank.",
    examples: ["2026020200017"],
  }),
  { mustBe: "1 to 128 visible characters of ASCII, without spaces" },
);

export const CreditPayer = Type.Object(
  {
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 140,
        description: "Who has paid, as the bank says; personal data.",
        examples: ["Paper Mill GmbH"],
        ...PII,
      }),
    ),
    accountNumberMasked: Type.Optional(
      ruled(
        Type.String({
          minLength: 1,
          maxLength: PAYER_NUMBER_CHARACTERS_MAX,
          pattern: "^[0-9A-Za-z]+$",
          description:
            "The last characters of the account that the money came from, at most four; more is never stored.",
          examples: ["3000"],
          ...PII,
        }),
        { mustBe: "the last one to four letters or digits of an account number" },
      ),
    ),
  },
  {
    title: "CreditPayer",
    description: "Who has paid, as the bank says.",
    additionalProperties: false,
  },
);

export const Remittance = Type.String({
  minLength: 1,
  maxLength: REMITTANCE_CHARACTERS_MAX,
  description: "What the payer wrote to the payment; becomes the description of the transfer.",
  examples: ["Invoice 7"],
});

export const ReceivedCredit = Type.Object(
  {
    receivedCreditId: Id("rc"),
    productId: Id("prod"),
    environment: EnvironmentName,
    provider: Type.String({ description: "The bank that says so." }),
    reference: CreditReference,
    financialAddressId: described(Id("fa"), "The address that the money was sent to."),
    accountId: described(
      Id("acct"),
      "The account that has the money, or had it until it was sent back.",
    ),
    amount: described(Amount, "Minor units that have arrived."),
    currency: Currency,
    payer: Type.Optional(CreditPayer),
    remittance: Type.Optional(Remittance),
    occurredAt: described(Timestamp, "When the money arrived, by the bank's clock."),
    status: ReceivedCreditStatusName,
    suspenseReason: Type.Optional(SuspenseReasonName),
    transferId: described(Id("tr"), "The transfer that has credited it."),
    assignedTransferId: Type.Optional(
      described(Id("tr"), "The transfer that has moved it out of suspense."),
    ),
    returnTransferId: Type.Optional(
      described(
        Id("tr"),
        "The transfer that sends it back, of the last time: pending while the bank is asked, then posted or voided.",
      ),
    ),
    failure: Type.Optional(
      Type.Object(
        {
          code: Type.String({ description: "What the bank calls the reason." }),
          reason: Type.String({ description: "The reason in words." }),
        },
        {
          title: "CreditReturnFailure",
          description: "Why the bank did not send it back, the last time that it was asked.",
          additionalProperties: false,
        },
      ),
    ),
    revision: Revision,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    actor: Actor,
    statusTransitions: StatusTransitions,
  },
  {
    title: "ReceivedCredit",
    description: "Money that a bank says has arrived for an account.",
    additionalProperties: false,
  },
);
export type ReceivedCredit = Static<typeof ReceivedCredit>;
