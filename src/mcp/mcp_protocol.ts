/**
 * The agents' protocol as an edge has it. Its modules are as many as those of GraphQL, so an edge loads
 * them for its first request. Requests that come meanwhile wait for them.
 */
import type { ProtocolCall } from "../calls/call.ts";
import { refuse } from "../contract/refusal.ts";
import type { McpEndpoint, McpParts } from "./mcp_endpoint.ts";
import { type SiteRefusal, siteCheck } from "./site_check.ts";

export type McpProtocol = McpEndpoint & {
  /** Looks at Host and Origin before the credential is looked at. */
  refusalOf(call: ProtocolCall): SiteRefusal | undefined;
};

export function mcpProtocol(parts: McpParts): McpProtocol {
  let endpoint: McpEndpoint | undefined;
  let loading: Promise<McpEndpoint> | undefined;
  const refusalOfSite = siteCheck(parts.origin);

  /** A failure is not kept: the next request tries again. */
  function loaded(): Promise<McpEndpoint> {
    loading ??= import("./mcp_endpoint.ts").then(
      ({ openMcp }) => {
        endpoint = openMcp(parts);
        return endpoint;
      },
      (cause: unknown) => {
        loading = undefined;
        throw cause;
      },
    );
    return loading;
  }

  async function answerWhenLoaded(call: ProtocolCall, body: string): Promise<void> {
    try {
      const opened = await loaded();
      if (!call.isFinished) opened.answer(call, body);
    } catch (cause) {
      parts.calls.fail(call, cause);
    }
  }

  return {
    refusalOf: (call) => refusalOfSite(call.headerOf("host"), call.headerOf("origin")),
    answer(call, body) {
      if (call.caller.kind !== "agent") call.refuse(OTHER_AUDIENCE);
      else if (endpoint === undefined) void answerWhenLoaded(call, body);
      else endpoint.answer(call, body);
    },
    close: () => endpoint?.close(),
    told: (announcement) => endpoint?.told(announcement),
  };
}

/** A token is for one audience: an agent's is taken here alone, and every other one elsewhere. */
const OTHER_AUDIENCE = Object.freeze(
  refuse(
    "invalid_credentials",
    "the credential is not an agent's access token for this address",
    {},
  ),
);
