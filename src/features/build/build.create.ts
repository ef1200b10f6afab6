/** build.create: a program becomes a Build, from which Products can be made. */
import { type Static, Type } from "@sinclair/typebox";
import { accept, type DecisionContext, declareWrite } from "../../contract/declare/operation.ts";
import { COMPANY_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { Id } from "../../contract/values/formats.ts";
import { canonicalSource } from "../../programs/canonical_source.ts";
import { COMPILER_VERSION, planOf } from "../../programs/plan.ts";
import { LANGUAGE } from "../../programs/program_schema.ts";
import { sourceIssues } from "../../programs/program_source.ts";
import { type AgentMadeState, agentMadeKey } from "../agent/agent_made.ts";
import { audited } from "../audit/audit_note.ts";
import { blueprintNotFound } from "../blueprint/blueprint_noun.ts";
import { BlueprintSource } from "../blueprint/blueprint_schema.ts";
import { operationsOf } from "../composer/planned_surface.ts";
import { chosenIssues, chosenSource } from "../composer/program_chosen.ts";
import { PLATFORM_TERMS } from "../ledger/program_terms.ts";
import { ExpectedPricing, refusePricing } from "../product/expected_pricing.ts";
import { PRICE_LIST } from "../product/price_list.ts";
import { Digest } from "../product/program_digest.ts";
import type { BuildFact, BuildMadeAgain } from "./build_facts.ts";
import { BUILDS_PER_TENANT_MAX } from "./build_limits.ts";
import { buildShown } from "./build_noun.ts";
import { refuseDigest, refuseFaults, refuseManyBuilds } from "./build_refusals.ts";
import { Build } from "./build_schema.ts";
import { type BuildState, buildOfDigest } from "./build_state.ts";

const BuildDraft = Type.Object(
  {
    source: Type.Optional(BlueprintSource),
    blueprintId: Type.Optional(
      described(Id("bp"), "The blueprint whose newest source is built, where `source` is absent."),
    ),
    expectedDigest: Type.Optional(described(Digest, "The digest of the plan that you have seen.")),
    expectedPricing: described(ExpectedPricing, "The prices of the plan that you have seen."),
  },
  {
    title: "BuildDraft",
    description: "A program that shall be built: a source, or a blueprint.",
    additionalProperties: false,
  },
);

export const buildCreate = declareWrite<BuildState & AgentMadeState>()({
  id: "build.create",
  summary: "Create a Build",
  description: `Checks a program again and keeps it for ever, so that Products can be made of it. A program that was built before is answered with its Build, by 200. A company has at most ${BUILDS_PER_TENANT_MAX} Builds.`,
  http: { method: "POST", path: "/builds", status: 201, existingStatus: 200 },
  principals: COMPANY_CALLERS,
  scope: "products:write",
  permission: "products:write@sandbox",
  acts: { on: "tenant" },
  body: BuildDraft,
  output: Build,
  refusals: ["resource_not_found", "state_constraint_failed", "state_conflict"],
  events: [],
  check: (input: Static<typeof BuildDraft>) => [
    ...chosenIssues(input),
    ...(input.source === undefined ? [] : sourceIssues(input.source)),
  ],
  preparesWith: { snapshot: true },
  async prepare(input, { from, snapshot, realm }) {
    const chosen = chosenSource(snapshot(), realm, input);
    if (chosen === undefined) return { from, plan: undefined };
    const { typed: _, normalizedSource, ...plan } = planOf(chosen.source, PLATFORM_TERMS);
    const text = normalizedSource === undefined ? "" : canonicalSource(normalizedSource);
    const name = normalizedSource?.name ?? "";
    const operationIds = operationsOf(plan.capabilities).map(({ id }) => id);
    const { blueprint = {} } = chosen;
    return { from, plan: { ...plan, text, name, operationIds, blueprint } };
  },
  decide(state, { blueprintId = "", expectedDigest, expectedPricing }, context) {
    const { principal, realm, newId, nowMs, prepared } = context;
    const { plan, from } = prepared;
    if (plan === undefined) return blueprintNotFound(blueprintId);
    const { digest, findings } = plan;
    if (digest === undefined) return refuseFaults(findings);
    const { currency, fees, usageRates } = PRICE_LIST;
    const pricing = { currency, fees, usageRates };
    const refusal = refuseDigest(expectedDigest, digest) ?? refusePricing(expectedPricing, pricing);
    if (refusal !== undefined) return refusal;
    const { tenantId } = principal;
    const before = buildOfDigest(state, realm, { tenantId, digest });
    if (before !== undefined) {
      const { build, program } = before;
      const facts = madeAgain(state, build.buildId, context);
      return { ...accept(facts, buildShown(build, program)), isExisting: true };
    }
    const many = refuseManyBuilds(state, tenantId);
    if (many !== undefined) return many;
    const { name, sourceDigest, capabilities, text, operationIds, nouns, ports, worstCase } = plan;
    const fact: BuildFact = {
      kind: "build.created.1",
      build: {
        buildId: newId("bld"),
        tenantId,
        name,
        digest,
        sourceDigest,
        language: LANGUAGE,
        compilerVersion: COMPILER_VERSION,
        ...plan.blueprint,
        status: "ready",
        capabilities,
        pricing,
        createdAtMs: nowMs,
      },
      program: { text, operationIds, nouns, ports, worstCase, warnings: findings },
    };
    const { build, program } = fact;
    const note = {
      tenantIds: [tenantId],
      resource: { type: "build", id: build.buildId },
      after: { name, digest, sourceDigest },
    };
    return audited(accept([fact], buildShown(build, program)), note, from);
  },
});

/** An agent that builds a program which is there has made it too: it may use the Build that it is answered with. */
function madeAgain(
  { agentMade }: AgentMadeState,
  buildId: string,
  { actor, realm }: Pick<DecisionContext, "actor" | "realm">,
): BuildMadeAgain[] {
  if (actor.type !== "agent") return [];
  const known = agentMade.get(realm, agentMadeKey(actor.id, buildId));
  return known === undefined ? [{ kind: "build.made_again.1", buildId }] : [];
}
