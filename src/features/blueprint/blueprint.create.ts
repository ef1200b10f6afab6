/** blueprint.create: a company begins to work on a program. */
import { Type } from "@sinclair/typebox";
import { declareWrite } from "../../contract/declare/operation.ts";
import { COMPANY_CALLERS } from "../../contract/declare/principal_lists.ts";
import { sourceIssues, sourceTextOf } from "../../programs/program_source.ts";
import { blueprintAccepted, refuseManyBlueprints } from "./blueprint_changes.ts";
import type { BlueprintFact } from "./blueprint_facts.ts";
import { BLUEPRINTS_PER_TENANT_MAX } from "./blueprint_limits.ts";
import { Blueprint, BlueprintNameDraft, BlueprintSource } from "./blueprint_schema.ts";
import type { BlueprintState } from "./blueprint_state.ts";

export const blueprintCreate = declareWrite<BlueprintState>()({
  id: "blueprint.create",
  summary: "Create a blueprint",
  description: `Keeps a program as a draft, its first version. A draft may have faults: they are told when it is planned or built. A company has at most ${BLUEPRINTS_PER_TENANT_MAX} blueprints that are not archived.`,
  http: { method: "POST", path: "/blueprints", status: 201 },
  principals: COMPANY_CALLERS,
  scope: "blueprints:write",
  permission: "blueprints:write@sandbox",
  acts: { on: "tenant" },
  body: Type.Object(
    { name: BlueprintNameDraft, source: BlueprintSource },
    {
      title: "BlueprintDraft",
      description: "A blueprint that shall be made.",
      additionalProperties: false,
    },
  ),
  output: Blueprint,
  refusals: ["state_constraint_failed"],
  events: [],
  check: ({ source }) => sourceIssues(source),
  prepare: async ({ source }, { from }) => ({ from, ...sourceTextOf(source) }),
  decide(state, { name }, { newId, nowMs, prepared, principal }) {
    const { tenantId } = principal;
    const many = refuseManyBlueprints(state, tenantId);
    if (many !== undefined) return many;
    const { text, digest, from } = prepared;
    const fact: BlueprintFact = {
      kind: "blueprint.created.1",
      blueprint: {
        blueprintId: newId("bp"),
        tenantId,
        name,
        sourceDigest: digest,
        revision: 1,
        status: "draft",
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
      },
      source: text,
    };
    return blueprintAccepted(fact, { text, from });
  },
});
