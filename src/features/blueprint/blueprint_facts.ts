/** The facts about blueprints: each carries the blueprint as it is afterwards, and a source that is new. */
import type { Apply } from "../../contract/declare/operation.ts";
import { actorOfHead } from "../../contract/records/actor.ts";
import { type AgentMadeState, markMade } from "../agent/agent_made.ts";
import type { FactOf } from "../noun.ts";
import type { PlatformState } from "../platform/platform_state.ts";
import { blueprints } from "./blueprint_noun.ts";
import { type BlueprintState, sourceKey, versionKey } from "./blueprint_state.ts";

/** `changed`: the name, the source or both; it is the next version. */
export type BlueprintFact = FactOf<typeof blueprints> & {
  /** The canonical text of the source, where it is another than that of the version before. */
  source?: string;
};

const applyCreated: Apply<BlueprintState & AgentMadeState & PlatformState> = (
  state,
  fact,
  head,
) => {
  applyVersion(state, fact, head);
  markMade(state, (fact as BlueprintFact).blueprint.blueprintId, head);
};

/** An operation on blueprints acts on their company, so the realm of the record is theirs. */
const applyVersion: Apply<BlueprintState & PlatformState> = (state, fact, head) => {
  blueprints.put(state, fact, head);
  const { blueprint, source } = fact as BlueprintFact;
  const { revision, name, sourceDigest, updatedAtMs } = blueprint;
  const { realm } = head;
  const suffix = state.blueprints.keyOf(blueprint.blueprintId);
  const made = { createdAtMs: updatedAtMs, actor: actorOfHead(head) };
  const version = { realm, revision, name, sourceDigest, ...made };
  state.blueprintVersions.set(versionKey(suffix, revision), version);
  if (source === undefined) return;
  state.blueprintSources.set(sourceKey(suffix, sourceDigest), { realm, text: source });
};

export const blueprintFacts = {
  ...blueprints.manifest.facts,
  "blueprint.created.1": applyCreated,
  "blueprint.changed.1": applyVersion,
};
