/** blueprint.update: another name or another source of a blueprint, which is its next version. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { COMPANY_CALLERS } from "../../contract/declare/principal_lists.ts";
import { sourceIssues, sourceTextOf } from "../../programs/program_source.ts";
import { ExpectedRevision, refuseRevision } from "../expected_revision.ts";
import { blueprintAccepted, refuseArchived, refuseManyVersions } from "./blueprint_changes.ts";
import type { BlueprintFact } from "./blueprint_facts.ts";
import { BLUEPRINT_VERSIONS_MAX } from "./blueprint_limits.ts";
import { blueprintNotFound, blueprintShown } from "./blueprint_noun.ts";
import {
  Blueprint,
  BlueprintNameDraft,
  BlueprintPath,
  BlueprintSource,
} from "./blueprint_schema.ts";
import { type BlueprintState, sourceOf } from "./blueprint_state.ts";

export const blueprintUpdate = declareWrite<BlueprintState>()({
  id: "blueprint.update",
  summary: "Change a blueprint",
  description: `Its name, its source or both, as its next version; the versions before stay. With \`expectedRevision\` nobody's change is lost. The same name and a source with the same \`sourceDigest\` make no version. An archived blueprint stays as it is. A blueprint has at most ${BLUEPRINT_VERSIONS_MAX} versions.`,
  http: { method: "PATCH", path: "/blueprints/{blueprintId}" },
  principals: COMPANY_CALLERS,
  scope: "blueprints:write",
  permission: "blueprints:write@sandbox",
  acts: { on: "tenant" },
  path: BlueprintPath,
  body: Type.Object(
    {
      name: Type.Optional(BlueprintNameDraft),
      source: Type.Optional(BlueprintSource),
      expectedRevision: Type.Optional(ExpectedRevision),
    },
    {
      title: "BlueprintChange",
      description: "What shall change of a blueprint; a field that is absent stays as it is.",
      additionalProperties: false,
    },
  ),
  output: Blueprint,
  refusals: ["resource_not_found", "state_conflict", "state_constraint_failed"],
  events: [],
  check: ({ source }) => (source === undefined ? [] : sourceIssues(source)),
  prepare: async ({ source }, { from }) => ({
    from,
    ...(source !== undefined && { source: sourceTextOf(source) }),
  }),
  decide(state, { blueprintId, name, expectedRevision }, { nowMs, prepared, realm }) {
    const before = state.blueprints.byId(realm, blueprintId);
    if (before === undefined) return blueprintNotFound(blueprintId);
    const { revision } = before;
    const conflict =
      refuseArchived(before) ?? refuseRevision(blueprintId, expectedRevision, revision);
    if (conflict !== undefined) return conflict;
    const { from, source } = prepared;
    const isNewSource = source !== undefined && source.digest !== before.sourceDigest;
    const text = isNewSource ? source.text : sourceOf(state, before);
    if (!isNewSource && (name ?? before.name) === before.name) {
      return accept([], blueprintShown(before, text));
    }
    const many = refuseManyVersions(before);
    if (many !== undefined) return many;
    const { realm: _, ...kept } = before;
    const fact: BlueprintFact = {
      kind: "blueprint.changed.1",
      blueprint: {
        ...kept,
        name: name ?? before.name,
        ...(isNewSource && { sourceDigest: source.digest }),
        revision: revision + 1,
        updatedAtMs: nowMs,
      },
      ...(isNewSource && { source: source.text }),
    };
    return blueprintAccepted(fact, { before, text, from });
  },
});
