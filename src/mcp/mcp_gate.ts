/** The agents' protocol for the admission of requests: its path, the headers that it reads, and its gate. */
import { type Gate, protocolGate } from "../access/gate.ts";

export const MCP_PATH = "/mcp";
export const MCP_ONLY_POST =
  "the Model Context Protocol is served without sessions: send each message by POST";
/** The headers that the protocol reads, besides those of every request. */
export const MCP_HEADERS: readonly string[] = [
  ...["accept", "mcp-protocol-version", "mcp-method", "mcp-name", "mcp-session-id"],
];

/**
 * Takes agents, and Product keys that were made for agents without a person: any other credential is of another
 * audience. A message pays from the budget that
 * a request of REST does.
 */
export const MCP_GATE: Gate = {
  ...protocolGate("mcp"),
  principals: ["agent", "product_key"],
  addressBudget: "ip",
};
