/** The agents' protocol as an edge has it. Its modules are many, so they are loaded with the first request. */
import type { ProtocolCall } from "../calls/call.ts";
import { loadedEndpoint } from "../calls/loaded_endpoint.ts";
import type { AgentGuide } from "../contract/declare/agent_guide.ts";
import type { McpEndpoint, McpParts } from "./mcp_endpoint.ts";
import { type SiteRefusal, siteCheck } from "./site_check.ts";

export type McpProtocol = McpEndpoint & {
  /** The refusal by `Host` and `Origin`, before the credential is looked at; undefined where both are right. */
  refusalOf(call: ProtocolCall): SiteRefusal | undefined;
};

/** The parts of the endpoint. The guide for agents is loaded with its modules. */
export type McpProtocolParts = Omit<McpParts, "guide"> & { guide: () => Promise<AgentGuide> };

/** The protocol, which loads `mcp_endpoint.ts` when the first request comes. */
export function mcpProtocol(parts: McpProtocolParts): McpProtocol {
  const refusalOfSite = siteCheck(parts.origin);
  const endpoint = loadedEndpoint(parts.calls, async () => {
    const { openMcp } = await import("./mcp_endpoint.ts");
    return openMcp({ ...parts, guide: await parts.guide() });
  });
  return {
    refusalOf: (call) => refusalOfSite(call.headerOf("host"), call.headerOf("origin")),
    answer: endpoint.answer,
    close: () => endpoint.opened?.close(),
    told: (announcement) => endpoint.opened?.told(announcement),
  };
}
