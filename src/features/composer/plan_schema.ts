/** A plan as answers show it. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import { Currency, Timestamp } from "../../contract/values/formats.ts";
import { PROGRAM_CAPABILITIES } from "../../programs/capabilities.ts";
import { CHECKS } from "../../programs/finding.ts";
import { PORT_ACTORS } from "../../programs/program_schema.ts";
import { Fee, UsageRate } from "../product/price_list.ts";
import { Digest } from "../product/program_digest.ts";

const closed = { additionalProperties: false } as const;
const texts = (description: string) => Type.Array(Type.String(), { description });

/** A program, or what shall become one: any object of JSON. */
export const ProgramSource = Type.Record(Type.String(), Type.Unknown(), {
  description:
    "A program of the language `blueprint/1`; `composer.schema.retrieve` has its JSON Schema.",
});

export const PlanFinding = Type.Object(
  {
    code: Type.Union(
      Object.keys(CHECKS).map((code) => Type.Literal(code as keyof typeof CHECKS)),
      { description: "The check that found it, `P01` to `P25`." },
    ),
    severity: Type.Union(
      (["error", "warning", "info"] as const).map((severity) => Type.Literal(severity)),
      { description: "A program with an `error` cannot be built." },
    ),
    path: Type.String({
      description:
        "JSON Pointer (RFC 6901) to the place in the source; empty for the whole program.",
    }),
    message: Type.String({ description: "What is wrong." }),
    hint: Type.String({ description: "What to write instead." }),
  },
  { title: "PlanFinding", description: "What a check found in a program.", ...closed },
);

const PlanNoun = Type.Object(
  {
    kind: Type.String({ description: "The kind of its objects." }),
    states: texts("In which an object can be, in the order of the program."),
    actions: Type.Array(
      Type.Object(
        {
          action: Type.String({ description: "Its name." }),
          from: texts("The states in which it can be called."),
          to: texts("The states that it leads to."),
        },
        {
          title: "PlanAction",
          description: "What can be done with an object of the noun, and when.",
          ...closed,
        },
      ),
      { description: "What can be done with an object." },
    ),
    stateGraph: Type.String({ description: "A state diagram in the language of Mermaid." }),
  },
  { title: "PlanNoun", description: "A kind of object that a program declares.", ...closed },
);

const PlanPort = Type.Object(
  {
    port: Type.String({ description: "Its name." }),
    actors: Type.Array(Type.Union(PORT_ACTORS.map((actor) => Type.Literal(actor))), {
      description: "Who comes by the port.",
    }),
    as: Type.Optional(
      Type.String({
        description: "Of customers: the field of the object that must name the customer.",
      }),
    ),
    allow: texts("Nouns and their actions, as `invoice.pay`."),
  },
  { title: "PlanPort", description: "Who may call what.", ...closed },
);

export const PlanPricing = Type.Object(
  {
    currency: described(Currency, "What the amounts and rates are in, ISO 4217."),
    fees: Type.Array(Fee, { description: "What is charged each time." }),
    usageRates: Type.Array(UsageRate, { description: "What is charged by a month's count." }),
  },
  {
    title: "PlanPricing",
    description:
      "What the platform charges for a Product of the program; `expectedPricing` takes it.",
    ...closed,
  },
);

export const Plan = Type.Object(
  {
    sourceDigest: described(Digest, "Of the source as it was sent, in canonical form (RFC 8785)."),
    normalizedSource: Type.Optional(
      described(
        ProgramSource,
        "The program in its normal form; absent where the source does not have the form of a program.",
      ),
    ),
    digest: Type.Optional(
      described(Digest, "Of the program in its normal form; absent where a finding is an error."),
    ),
    findings: Type.Array(PlanFinding, {
      description: "What the checks found, in the order of their codes; at most 100.",
    }),
    nouns: Type.Array(PlanNoun, { description: "The kinds of objects." }),
    ports: Type.Array(PlanPort, { description: "Who may call what." }),
    operations: texts("The operations that a key of such a Product can reach."),
    events: texts("The types of events that these operations emit."),
    capabilities: Type.Array(
      Type.Union(PROGRAM_CAPABILITIES.map((capability) => Type.Literal(capability))),
      { description: "What the program needs of the platform." },
    ),
    worstCase: Type.Array(
      Type.Object(
        {
          action: Type.String({ description: "A noun and its action, as `invoice.settle`." }),
          transfers: Type.Integer({
            minimum: 0,
            description: "The most ledger transfers that one call makes.",
          }),
        },
        { title: "PlanWorstCase", description: "What one call costs at most.", ...closed },
      ),
      { description: "The most ledger transfers of each action." },
    ),
    pricing: PlanPricing,
    liveRequirements: texts("Codes of what live asks for."),
    expiresAt: described(Timestamp, "Until when the prices hold."),
  },
  {
    title: "Plan",
    description: "What a program would become, and what is wrong with it. Nothing is stored.",
    ...closed,
  },
);
export type Plan = Static<typeof Plan>;
