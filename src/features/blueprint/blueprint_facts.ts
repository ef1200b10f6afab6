/** The facts about blueprints: each carries the blueprint as it is afterwards, and a source that is new. */

import type { Apply } from "../../contract/declare/operation.ts";
import { actorOfHead } from "../../contract/records/actor.ts";
import type { Fact, RecordHead } from "../../contract/records/record.ts";
import { type AgentMadeState, markMade } from "../agent/agent_made.ts";
import type { BlueprintDocument } from "./blueprint_document.ts";
import { type BlueprintState, sourceKey, versionKey } from "./blueprint_state.ts";

/** `changed`: the name, the source or both; it is the next version. */
export type BlueprintFact = Fact & {
  kind: "blueprint.created.1" | "blueprint.changed.1" | "blueprint.archived.1";
  blueprint: Omit<BlueprintDocument, "realm">;
  /** The canonical text of the source, where it is another than that of the version before. */
  source?: string;
};

export const blueprintFacts: Record<
  BlueprintFact["kind"],
  Apply<BlueprintState & AgentMadeState>
> = {
  "blueprint.created.1": applyCreated,
  "blueprint.changed.1": applyVersion,
  "blueprint.archived.1": putBlueprint,
};

/** An operation on blueprints acts on their company, so the realm of the record is theirs. */
function putBlueprint({ blueprints }: BlueprintState, fact: Fact, { realm }: RecordHead): void {
  const { blueprint } = fact as BlueprintFact;
  blueprints.set(blueprints.keyOf(blueprint.blueprintId), { ...blueprint, realm });
}

function applyCreated(state: BlueprintState & AgentMadeState, fact: Fact, head: RecordHead): void {
  applyVersion(state, fact, head);
  markMade(state, (fact as BlueprintFact).blueprint.blueprintId, head);
}

function applyVersion(state: BlueprintState, fact: Fact, head: RecordHead): void {
  putBlueprint(state, fact, head);
  const { blueprint, source } = fact as BlueprintFact;
  const { revision, name, sourceDigest, updatedAtMs } = blueprint;
  const { realm } = head;
  const suffix = state.blueprints.keyOf(blueprint.blueprintId);
  const made = { createdAtMs: updatedAtMs, actor: actorOfHead(head) };
  const version = { realm, revision, name, sourceDigest, ...made };
  state.blueprintVersions.set(versionKey(suffix, revision), version);
  if (source === undefined) return;
  state.blueprintSources.set(sourceKey(suffix, sourceDigest), { realm, text: source });
}
