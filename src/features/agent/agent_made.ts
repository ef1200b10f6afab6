/**
 * The blueprints and Builds that each agent has made, as one mark for each, which is never removed: an agent reaches
 * what it has made. The marks follow from the actor of the records that made the things, so a state that is made
 * again from an older log has the marks of all agents.
 */
import { suffixOf } from "../../base/id.ts";
import type { RecordHead } from "../../contract/records/record.ts";
import type { DocumentTable } from "../../contract/tables/document_table.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";

/** A mark, in the realm of the company. Its key is `agentMadeKey`. */
export type AgentMadeDocument = { realm: number };

export type AgentMadeState = { agentMade: DocumentTable<AgentMadeDocument> };

/** The key of a mark: the suffix of the agent's id, then the id of the thing. */
export function agentMadeKey(agentMemberId: string, id: string): string {
  return (suffixOf("agt", agentMemberId) ?? "") + id;
}

/** Part of `apply`: marks the thing as made by the agent, where the actor of the record is an agent. */
export function markMade(
  { agentMade }: AgentMadeState,
  id: string,
  { realm, actorType, actorId }: Pick<RecordHead, "realm" | "actorType" | "actorId">,
): void {
  if (actorType === "agent") agentMade.set(agentMadeKey(actorId, id), { realm });
}

/** Whether the agent has made the thing, as a snapshot of the platform shard shows it. */
export function hasMade(
  snapshot: Snapshot,
  realm: number,
  agentMemberId: string,
  id: string,
): boolean {
  const key = agentMadeKey(agentMemberId, id);
  return snapshot.get(PLATFORM_TABLE.agentMade, realm, key) !== undefined;
}
