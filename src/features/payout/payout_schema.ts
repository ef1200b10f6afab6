/** Schemas of payouts. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import {
  Actor,
  Amount,
  CreatedAt,
  Currency,
  Description,
  EnvironmentName,
  ExternalId,
  Id,
  Metadata,
  Revision,
  StatusTransitions,
  UpdatedAt,
} from "../../contract/values/formats.ts";
import { RAILS } from "../../rails/rails.ts";
import { BeneficiaryId } from "../beneficiary/beneficiary_schema.ts";
import { PAYOUT_STATUSES } from "./payout_document.ts";

export const PayoutStatusName = Type.Union(
  PAYOUT_STATUSES.map((status) => Type.Literal(status)),
  {
    title: "PayoutStatus",
    description:
      "`created`: the money is reserved, and the provider has not accepted it yet. `processing`: the provider has accepted it. `posted`: the money has left the account. `failed`: it was not carried out, and the money is available again. `cancelled`: it was given up, and the money is available again. `returned`: the bank of the beneficiary has sent it back, and `returnTransferId` has credited it. `failed`, `cancelled` and `returned` are final.",
  },
);

const RailName = Type.Union(
  RAILS.map(({ rail }) => Type.Literal(rail)),
  { title: "PayoutRail", description: "The way of the money, which the beneficiary has." },
);

export const PayoutDraft = Type.Object(
  {
    sourceAccountId: described(Id("acct"), "The account that pays."),
    beneficiaryId: described(
      BeneficiaryId,
      "Who is paid: an active beneficiary of the same Product and environment.",
    ),
    amount: Type.Optional(
      described(
        Amount,
        "Minor units that the beneficiary gets: `1250` is 12.50 EUR. Absent where `wholeBalance` is true, and only there.",
      ),
    ),
    wholeBalance: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          "In place of `amount`: all that the account has available when the payout is decided.",
      }),
    ),
    currency: described(
      Currency,
      "Currency of the account, and of the beneficiary's rail; nothing is ever converted.",
    ),
    description: Type.Optional(
      described(Description, "Free text, which the beneficiary's bank may show."),
    ),
    metadata: Type.Optional(Metadata),
    externalId: Type.Optional(ExternalId),
  },
  {
    title: "PayoutDraft",
    description: "Whom to pay, how much, and from which account.",
    additionalProperties: false,
  },
);
export type PayoutDraft = Static<typeof PayoutDraft>;

export const Payout = Type.Object(
  {
    payoutId: Id("po"),
    productId: Id("prod"),
    environment: EnvironmentName,
    sourceAccountId: described(Id("acct"), "The account that pays."),
    beneficiaryId: described(BeneficiaryId, "Who is paid."),
    amount: described(Amount, "Minor units that the beneficiary gets."),
    currency: Currency,
    rail: RailName,
    provider: Type.Optional(
      Type.String({ description: "Who carries it out; absent of the rail `book`." }),
    ),
    status: PayoutStatusName,
    cancelable: Type.Boolean({
      description: "Whether `payout.cancel` may still stop it. The provider has the last word.",
    }),
    expectedArrivalDate: Type.String({
      pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
      examples: ["2026-02-03"],
      description:
        "The day on which the money should be with the beneficiary, by the rail's calendar.",
    }),
    failure: Type.Optional(
      Type.Object(
        {
          code: Type.String({ description: "What the provider or the bank calls the reason." }),
          reason: Type.String({ description: "The reason in words." }),
        },
        {
          title: "PayoutFailure",
          description: "Why it was not carried out, or was returned; absent of all others.",
          additionalProperties: false,
        },
      ),
    ),
    transferId: described(
      Id("tr"),
      "The transfer that carries it out: pending while the money is reserved, then posted or voided.",
    ),
    settledTransferId: Type.Optional(
      described(
        Id("tr"),
        "Of a payout that the bank has carried out although it had said that it would not: the transfer by which the money left, because the first was voided. Absent of all others.",
      ),
    ),
    settledFromAccountId: Type.Optional(
      described(
        Id("acct"),
        "The account that this transfer has debited: the source account, or an account of the role `product_losses` where that is closed, is frozen or has too little, or belongs to an object.",
      ),
    ),
    returnTransferId: Type.Optional(
      described(Id("tr"), "The transfer that has credited a payout that was returned."),
    ),
    returnedToAccountId: Type.Optional(
      described(
        Id("acct"),
        "The account that the returned money went to: the source account, or an account of the role `product_suspense` where the source account is closed, takes no credits or is full, or is that of an object that has ended, from which the money went on.",
      ),
    ),
    description: Type.Optional(
      described(Description, "Free text for people; absent where none was given."),
    ),
    metadata: Metadata,
    externalId: Type.Optional(ExternalId),
    objectId: Type.Optional(
      described(
        Id("obj"),
        "The object whose action has made the payout; absent of one that a caller made.",
      ),
    ),
    action: Type.Optional(
      Type.String({ description: "The action that has made it, as the program names it." }),
    ),
    label: Type.Optional(
      Type.String({ description: "What the action calls the payout, as the program names it." }),
    ),
    revision: Revision,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    actor: Actor,
    statusTransitions: StatusTransitions,
  },
  {
    title: "Payout",
    description: "Money that leaves an account for a beneficiary.",
    additionalProperties: false,
  },
);
export type Payout = Static<typeof Payout>;
