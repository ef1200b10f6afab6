/** Schemas of comparisons of books. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import { BOOK_DIFFERENCES } from "../../contract/messages/book_differences.ts";
import { EnvironmentName, Id, Timestamp } from "../../contract/values/formats.ts";
import { ProviderName } from "../provider/provider_schema.ts";
import { COMPARISON_OUTCOMES } from "./provider_comparison_document.ts";

/** Characters of the sentence that says why a provider gave no books. */
export const FAULT_CHARACTERS_MAX = 500;

/** The kinds of differences that are of a Product: those of its effects and credits. */
const OF_OPERATOR: readonly string[] = [
  ...["unknown_here", "credit_unknown_here", "credit_unassigned"],
  ...["balance_differs", "statement_overdue"],
];
const OF_PRODUCTS = BOOK_DIFFERENCES.filter((kind) => !OF_OPERATOR.includes(kind));

export const Night = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" });
const Count = Type.Integer({ minimum: 1 });

/** As the platform's own steps have them. */
export const Differences = Type.Array(
  Type.Object(
    { difference: Type.Union(BOOK_DIFFERENCES.map((kind) => Type.Literal(kind))), count: Count },
    { additionalProperties: false },
  ),
  { maxItems: BOOK_DIFFERENCES.length },
);

export const ComparisonPath = Type.Object(
  { provider: ProviderName },
  { additionalProperties: false },
);

export const OutcomeName = Type.Union(COMPARISON_OUTCOMES.map((outcome) => Type.Literal(outcome)));

/** What the event of a Product shows. */
export const ProviderBooksDifference = Type.Object(
  {
    productId: Id("prod"),
    environment: EnvironmentName,
    provider: described(Type.String(), "The provider whose book differs."),
    night: described(
      Type.String({ pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", examples: ["2026-02-03"] }),
      "The day in UTC on which the night began in which the books were compared.",
    ),
    comparedAt: described(Timestamp, "When the books were compared: real time."),
    differences: Type.Array(
      Type.Object(
        {
          difference: described(
            Type.Union(OF_PRODUCTS.map((kind) => Type.Literal(kind))),
            "`missing_there`: the provider has accepted a request of the Product, and its book lacks it. `status_differs`: its book says another outcome. `reference_differs`: its book has another reference. `credit_missing_there`: its book lacks a credit of the Product. `credit_amount_differs`: its book has another amount or currency. `credit_status_differs`: one side has sent a credit back. `credit_contradicted`: the provider has told a credit twice, not the same.",
          ),
          count: described(Count, "How many there are."),
        },
        { additionalProperties: false },
      ),
      { description: "By kind; the operator of the platform sees each of them." },
    ),
  },
  {
    title: "ProviderBooksDifference",
    description:
      "That the book of a provider and the records of the platform did not agree about a Product when they were compared at night.",
    additionalProperties: false,
  },
);
export type ProviderBooksDifference = Static<typeof ProviderBooksDifference>;
