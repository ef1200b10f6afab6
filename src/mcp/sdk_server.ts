/**
 * The server of one request, as the SDK of the protocol makes it: initialize, discover, ping and the
 * rest of the protocol are the SDK's, what tools are and do is ours.
 */
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ProtocolCall } from "../calls/call.ts";
import {
  type ApprovalState,
  type ApprovalStates,
  approvalRequestOf,
  argumentsDigestOf,
} from "./approval.ts";
import { type AskedParts, callNamed, type Ended } from "./asked_tool.ts";
import { canOpenUrl } from "./client_view.ts";
import type { GrantView } from "./grant_view.ts";
import type { ToolLists } from "./tool_list.ts";
import { resultOf } from "./tool_result.ts";

export type SdkParts = AskedParts & {
  lists: ToolLists;
  states: ApprovalStates;
  info: ServerInfo;
  instructions: string;
};

export type ServerInfo = { name: string; title: string; version: string };

/** The request that a server is made for. */
export type Exchange = { request: ProtocolCall; grant: GrantView; gone: AbortSignal };

/** How long a client may keep a list, milliseconds: the tools of a grant change when it is narrowed. */
export const LIST_TTL_MS = 300_000;

export function serverFor(parts: SdkParts, exchange: Exchange): Server {
  const { info, instructions } = parts;
  const server = new Server(info, {
    capabilities: { tools: {} },
    instructions,
    requestState: { verify: parts.states.verify },
    cacheHints: { "tools/list": { ttlMs: LIST_TTL_MS, cacheScope: "private" } },
  });
  server.setRequestHandler("tools/list", ({ params }) => {
    const { form, scopes } = exchange.grant;
    const page = parts.lists.page(form, scopes, params?.cursor);
    if (page === undefined)
      throw invalidParams("the cursor is of no page; list from the beginning");
    const { tools, nextCursor } = page;
    return { tools, ...(nextCursor !== undefined && { nextCursor }) } as never;
  });
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const { name, arguments: given = {} } = params;
    const { states } = parts;
    const state = context.mcpReq.requestState<ApprovalState>();
    if (state !== undefined && state.argumentsDigest !== argumentsDigestOf(name, given)) {
      throw invalidParams("requestState is of a call with other arguments");
    }
    const { outcome, link } = await called(parts, exchange, name, given, context);
    const { envelope } = context.mcpReq;
    if (envelope !== undefined && canOpenUrl(envelope as never)) {
      const asked = await approvalRequestOf(states, outcome, name, given);
      if (asked !== undefined) return asked as never;
    }
    return resultOf(outcome, link, { isModern: envelope !== undefined }) as CallToolResult;
  });
  return server;
}

function called(
  parts: SdkParts,
  { request, grant, gone }: Exchange,
  name: string,
  given: Record<string, unknown>,
  { mcpReq }: ServerContext,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const whenGone = (listener: () => void) => {
      gone.addEventListener("abort", listener);
      mcpReq.signal.addEventListener("abort", listener);
    };
    const isKnown = callNamed(parts, { request, grant, name, given, whenGone }, resolve);
    if (!isKnown) parts.calls.charge(request, 1);
    // A budget that is spent has answered the request itself.
    if (request.isFinished) reject(new Error("the request is answered"));
    else if (!isKnown) reject(invalidParams(`Unknown tool: ${name.slice(0, 64)}`));
  });
}

export function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
