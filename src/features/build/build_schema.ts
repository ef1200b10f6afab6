/** The schemas of Builds in answers. */
import { type Static, Type } from "@sinclair/typebox";
import { described } from "../../contract/declare/schema_marks.ts";
import { CreatedAt, Id } from "../../contract/values/formats.ts";
import { Plan, PlanFinding, PlanPricing } from "../composer/plan_schema.ts";
import { Digest } from "../product/program_digest.ts";

const closed = { additionalProperties: false } as const;
const { nouns, ports, worstCase, capabilities } = Plan.properties;

export const BuildPath = Type.Object({ buildId: Id("bld") }, { additionalProperties: false });

const SUMMARY = {
  buildId: Id("bld"),
  tenantId: Id("ten"),
  name: Type.String({ description: "What the program is called." }),
  digest: described(
    Digest,
    "Of the program in its normal form. A company has one Build of a digest.",
  ),
  sourceDigest: described(Digest, "Of the source that the Build was made from first."),
  language: Type.String({ description: "What the program is written in, such as `blueprint/1`." }),
  compilerVersion: Type.String({ description: "The version of what reads the language." }),
  blueprintId: Type.Optional(described(Id("bp"), "The blueprint that it was made from, if any.")),
  blueprintRevision: Type.Optional(
    Type.Integer({ minimum: 1, description: "The version of that blueprint." }),
  ),
  status: Type.Literal("ready", { description: "`ready`: Products can be made of it." }),
  capabilities,
  pricing: PlanPricing,
  createdAt: CreatedAt,
};

export const BuildSummary = Type.Object(SUMMARY, {
  title: "BuildSummary",
  description: "A Build without the parts of its program, as lists show it.",
  ...closed,
});
export type BuildSummary = Static<typeof BuildSummary>;

export const Build = Type.Object(
  {
    ...SUMMARY,
    operationIds: Type.Array(Type.String(), {
      description: "The operations that a key of a Product of the Build can reach.",
    }),
    nouns,
    ports,
    worstCase,
    warnings: Type.Array(PlanFinding, {
      description: "What the checks found; no error is among it.",
    }),
  },
  {
    title: "Build",
    description: "A program that was checked, and that Products can be made of. It never changes.",
    ...closed,
  },
);
export type Build = Static<typeof Build>;
