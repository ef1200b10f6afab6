/** The agents' protocol as a route of an edge. */
import { derivedKeys } from "../access/derived_key.ts";
import type { Peppers } from "../access/peppers.ts";
import type { Calls } from "../calls/calls.ts";
import type { AgentGuide } from "../contract/declare/agent_guide.ts";
import type { Operation } from "../contract/declare/operation.ts";
import { CONTRACT_VERSION } from "../contract/document/openapi.ts";
import type { ScopesOfLogins } from "../discovery/oauth_documents.ts";
import { MCP_RESOURCE_METADATA_PATH } from "../http/oauth_paths.ts";
import type { ProtocolRoute } from "../http/protocol_route.ts";
import { MCP_GATE, MCP_HEADERS, MCP_ONLY_POST, MCP_PATH } from "../mcp/mcp_gate.ts";
import { type McpProtocol, mcpProtocol } from "../mcp/mcp_protocol.ts";

export type McpRouteParts = {
  // biome-ignore lint/suspicious/noExplicitAny: the edge serves operations of any shard state
  operations: readonly Operation<any>[];
  calls: Calls;
  docsUrl: string;
  /** Scheme, name and port that clients reach this server by. */
  origin: string;
  scopesOfLogins: ScopesOfLogins;
  guide: () => Promise<AgentGuide>;
  /** Text of the contract document. */
  contractText: () => Promise<string>;
  /** What keys of this server are derived from. */
  peppers: Peppers;
};

const STATE_KEY_LABEL = "mcp request state";

export function mcpRoute({
  scopesOfLogins,
  peppers,
  guide,
  contractText,
  ...parts
}: McpRouteParts): ProtocolRoute & Pick<McpProtocol, "told"> {
  const { operations, calls, docsUrl, origin } = parts;
  const protocol = mcpProtocol({
    operations,
    calls,
    docsUrl,
    origin,
    stateKeys: () => derivedKeys(peppers, STATE_KEY_LABEL),
    answersDirectly: true,
    guide,
    documents: [
      {
        uri: "service://docs/contract",
        name: "contract",
        title: "The contract",
        description: "Every operation, schema and error code, as OpenAPI 3.1.",
        mimeType: "application/json",
        text: contractText,
      },
    ],
    info: {
      name: "money-movement-platform",
      title: "Money movement platform",
      version: CONTRACT_VERSION,
    },
  });
  return {
    audience: "mcp",
    gate: MCP_GATE,
    path: MCP_PATH,
    onlyPost: MCP_ONLY_POST,
    headers: [...MCP_HEADERS, "host", "origin"],
    challenge: {
      metadataPath: MCP_RESOURCE_METADATA_PATH,
      scope: scopesOfLogins.ofAgents.join(" "),
    },
    ...protocol,
  };
}
