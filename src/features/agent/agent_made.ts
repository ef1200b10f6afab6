/**
 * What each agent has made of things that it reaches one by one, as blueprints and Builds: a mark for each, which
 * stays for ever. Made by the facts that there were already, from the actor of their record: an older state is
 * made again from the log, and has the marks of all agents.
 */
import { suffixOf } from "../../base/id.ts";
import type { RecordHead } from "../../contract/records/record.ts";
import type { DocumentTable } from "../../contract/tables/document_table.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";

/** In the realm of the company. Key: `agentMadeKey`. */
export type AgentMadeDocument = { realm: number };

export type AgentMadeState = { agentMade: DocumentTable<AgentMadeDocument> };

/** The characters of the agent's id after its prefix, then the id of the thing. */
export function agentMadeKey(agentMemberId: string, id: string): string {
  return (suffixOf("agt", agentMemberId) ?? "") + id;
}

/** Part of `apply`: marks the thing as made by the agent whose request the record is of; nothing for all others. */
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
