/** What the changes of blueprints have in common: what forbids them, and what they leave behind. */
import { type Acceptance, accept } from "../../contract/declare/operation.ts";
import type { CallOrigin } from "../../contract/declare/preparation.ts";
import { type Refusal, refuse, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { audited } from "../audit/audit_note.ts";
import type { BlueprintDocument } from "./blueprint_document.ts";
import type { BlueprintFact } from "./blueprint_facts.ts";
import { BLUEPRINT_VERSIONS_MAX, BLUEPRINTS_PER_TENANT_MAX } from "./blueprint_limits.ts";
import { blueprintShown } from "./blueprint_noun.ts";
import type { BlueprintState } from "./blueprint_state.ts";

/** Refuses one more blueprint than a company may have, archived ones aside. */
export function refuseManyBlueprints(
  { blueprints }: BlueprintState,
  tenantId: string,
): Refusal<"state_constraint_failed"> | undefined {
  const count = blueprints.counted.of(tenantId);
  if (count < BLUEPRINTS_PER_TENANT_MAX) return undefined;
  const message = `the company has ${count} blueprints that are not archived, and at most ${BLUEPRINTS_PER_TENANT_MAX} are allowed; archive some`;
  return refuseConstraint("blueprints", message, { limit: BLUEPRINTS_PER_TENANT_MAX });
}

/** Refuses one more version than a blueprint may have. */
export function refuseManyVersions({
  blueprintId,
  revision,
}: BlueprintDocument): Refusal<"state_constraint_failed"> | undefined {
  if (revision < BLUEPRINT_VERSIONS_MAX) return undefined;
  const message = `${blueprintId} has ${revision} versions, and at most ${BLUEPRINT_VERSIONS_MAX} are allowed; go on with a new blueprint`;
  return refuseConstraint("blueprint_versions", message, { limit: BLUEPRINT_VERSIONS_MAX });
}

/** `state_conflict` where the blueprint is archived: it stays as it is. */
export function refuseArchived({
  blueprintId,
  status,
}: BlueprintDocument): Refusal<"state_conflict"> | undefined {
  if (status !== "archived") return undefined;
  const message = `${blueprintId} is archived, and stays as it is`;
  return refuse("state_conflict", message, { status, expected: "draft", actual: status });
}

/**
 * The acceptance of a change, with its note in the company's feed. `text`: the source that the blueprint has
 * afterwards. The note has no source: a feed is read for who changed what, and the versions have the sources.
 */
export function blueprintAccepted(
  fact: BlueprintFact,
  { before, text, from }: { before?: BlueprintDocument; text: string; from: CallOrigin },
): Acceptance {
  const { blueprint } = fact;
  const note = {
    tenantIds: [blueprint.tenantId],
    resource: { type: "blueprint", id: blueprint.blueprintId },
    ...(before !== undefined && { before: noted(before) }),
    after: noted(blueprint),
  };
  return audited(accept([fact], blueprintShown(blueprint, text)), note, from);
}

function noted({ name, revision, sourceDigest, status }: Omit<BlueprintDocument, "realm">) {
  return { name, revision, sourceDigest, status };
}
