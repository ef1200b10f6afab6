/** The sessions in the memory of the platform shard; all of them are in the platform's realm. */
import { ResourceTable } from "../../contract/declare/resource.ts";
import type { AgentState } from "../agent/agent_state.ts";
import type { SessionDocument } from "./session_document.ts";
import { sessions } from "./session_resource.ts";

export type SessionState = AgentState & { sessions: ResourceTable<SessionDocument> };

export function createSessionState(): Pick<SessionState, "sessions"> {
  return { sessions: new ResourceTable<SessionDocument>(sessions) };
}
