/** What the SDK's server of one request is made of: what all requests share, and the request itself. */
import type { ProtocolCall } from "../calls/call.ts";
import type { AgentGuide } from "../contract/declare/agent_guide.ts";
import type { ApprovalStates } from "./approval.ts";
import type { AskedParts } from "./asked_tool.ts";
import type { GrantView } from "./grant_view.ts";
import type { Resources } from "./operation_resources.ts";
import type { ToolLists } from "./tool_list.ts";

export type SdkParts = AskedParts & {
  lists: ToolLists;
  states: ApprovalStates;
  info: ServerInfo;
  guide: AgentGuide;
  resources: Resources;
};

export type ServerInfo = { name: string; title: string; version: string };

/** The request that a server is made for. */
export type ServedRequest = { request: ProtocolCall; grant: GrantView; gone: AbortSignal };
