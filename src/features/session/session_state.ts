/** The sessions in the memory of the platform shard; all of them are in the platform's realm. */
import { ResourceTable } from "../../contract/resource.ts";
import type { SessionDocument } from "./session_document.ts";
import { sessions } from "./session_resource.ts";

export type SessionState = { sessions: ResourceTable<SessionDocument> };

export function createSessionState(): SessionState {
  return { sessions: new ResourceTable<SessionDocument>(sessions) };
}
