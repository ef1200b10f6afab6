/** Schemas of credits that are nobody's; only the platform's own steps and the operator see them. */
import { type Static, Type } from "@sinclair/typebox";
import {
  PAYER_NAME_CHARACTERS_MAX,
  REMITTANCE_CHARACTERS_MAX,
} from "../../contract/messages/provider_credit.ts";
import { PROVIDER_REFERENCE_CHARACTERS_MAX } from "../../contract/messages/provider_protocol.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { Amount } from "../../contract/values/formats.ts";
import { ProviderName } from "../provider/provider_schema.ts";
import {
  UNASSIGNED_CREDIT_STATUSES,
  UNASSIGNED_REASONS,
  type UnassignedCreditDocument,
} from "./unassigned_credit_document.ts";

const closed = { additionalProperties: false };
/** The name of something at a bank, or of news: visible characters of ASCII. */
export const Reference = Type.String({
  pattern: "^[!-~]+$",
  minLength: 1,
  maxLength: PROVIDER_REFERENCE_CHARACTERS_MAX,
});

/** A credit by the bank that told it and the bank's own name of it. */
export const UnassignedCreditPath = Type.Object(
  { provider: ProviderName, reference: Reference },
  closed,
);

export const UnassignedCreditTelling = Type.Object(
  {
    newsId: Reference,
    sentTo: Type.String({ minLength: 1, maxLength: 512 }),
    reason: Type.Union(UNASSIGNED_REASONS.map((reason) => Type.Literal(reason))),
    amount: Amount,
    currency: Type.String({ pattern: "^[A-Z]{3}$" }),
    payer: Type.Optional(
      Type.Object(
        {
          name: Type.Optional(Type.String({ minLength: 1, maxLength: PAYER_NAME_CHARACTERS_MAX })),
          accountNumberMasked: Type.Optional(Type.String({ minLength: 1, maxLength: 4 })),
        },
        closed,
      ),
    ),
    remittance: Type.Optional(Type.String({ maxLength: REMITTANCE_CHARACTERS_MAX })),
    occurredAtMs: Type.Integer(),
  },
  { title: "UnassignedCreditTelling", ...closed },
);
export type UnassignedCreditTelling = Static<typeof UnassignedCreditTelling>;

const STEP = {
  provider: ProviderName,
  reference: Reference,
  status: Type.Union(UNASSIGNED_CREDIT_STATUSES.map((status) => Type.Literal(status))),
  revision: Type.Integer({ minimum: 1 }),
};
/** What the steps of the operator answer. */
export const UnassignedCreditStep = Type.Object(STEP, { title: "UnassignedCreditStep", ...closed });

/** What became of a telling. */
export const UNASSIGNED_VERDICTS = ["unassigned", "twice", "contradictory"] as const;
/** What a telling is answered. */
export const UnassignedCreditTaken = Type.Object(
  { ...STEP, verdict: Type.Union(UNASSIGNED_VERDICTS.map((verdict) => Type.Literal(verdict))) },
  { title: "UnassignedCreditTaken", ...closed },
);

export function stepOf({ provider, reference, status, revision }: UnassignedCreditDocument) {
  return { provider, reference, status, revision };
}

export function creditNotFound(provider: string, reference: string): Refusal<"resource_not_found"> {
  const message = `the provider ${provider} has told no credit ${reference} that is nobody's`;
  return refuse("resource_not_found", message, { resourceType: "unassigned_credit" });
}

/** `state_conflict`: the credit is in another status than the step needs. */
export function otherStatus(
  { reference, status }: UnassignedCreditDocument,
  expected: string,
): Refusal<"state_conflict"> {
  const message = `the credit ${reference} is ${status}, not ${expected}`;
  return refuse("state_conflict", message, { expected, actual: status });
}
