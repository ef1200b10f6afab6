/**
 * The server of one request, made with the SDK. The SDK does what the protocol defines (initialize, discover, ping and
 * so on); this file says which tools, resources and prompts there are and what they do.
 */
import {
  type CallToolResult,
  type McpRequestContext,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import {
  type ApprovalRequest,
  type ApprovalState,
  answerIn,
  approvalRequestOf,
  argumentsDigestOf,
  outcomeOfAnswer,
} from "./approval.ts";
import { callNamed, type Ended } from "./asked_tool.ts";
import { canOpenUrl } from "./client_view.ts";
import { type AskedCompletion, completionOf } from "./completions.ts";
import { reportProgress } from "./progress.ts";
import { listedPrompts, promptOf } from "./prompts.ts";
import { readResource } from "./resource_read.ts";
import type { SdkParts, ServedRequest } from "./sdk_parts.ts";
import type { ToolOutcome } from "./tool_call.ts";
import { listReaderOf } from "./tool_list.ts";
import { resultOf } from "./tool_result.ts";

/** How long a client may keep a list, milliseconds: the tools of a grant change when it is narrowed. */
export const LIST_TTL_MS = 300_000;
const LISTED = { ttlMs: LIST_TTL_MS, cacheScope: "private" } as const;

/** A server for one request. `era`: the generation of the protocol that the client speaks, as the SDK has found. */
export function serverFor(
  parts: SdkParts,
  served: ServedRequest,
  era: McpRequestContext["era"],
): Server {
  const server = new Server(parts.info, {
    // Without sessions there is no stream by which a client of 2025 could be told.
    capabilities: {
      tools: era === "modern" ? { listChanged: true } : {},
      resources: {},
      prompts: {},
      completions: {},
      logging: {},
    },
    instructions: parts.guide.instructions,
    requestState: { verify: parts.states.verify },
    cacheHints: {
      "tools/list": LISTED,
      "resources/list": LISTED,
      "resources/templates/list": LISTED,
      "prompts/list": LISTED,
    },
  });
  serveTools(server, parts, served);
  serveResources(server, parts, served);
  servePrompts(server, parts);
  serveCompletions(server, parts, served);
  return server;
}

function serveTools(server: Server, parts: SdkParts, served: ServedRequest): void {
  server.setRequestHandler("tools/list", ({ params }) => {
    const page = parts.lists.page(listReaderOf(served.request, served.grant), params?.cursor);
    if (page === undefined) throw invalidParams(NO_PAGE);
    const { tools, nextCursor } = page;
    return { tools, ...(nextCursor !== undefined && { nextCursor }) } as never;
  });
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const { name, arguments: given = {} } = params;
    checkState(context, name, given);
    const { outcome, link } = await called(parts, served, name, given, context);
    const waiting = await waitingFor(parts, context, outcome, name, given);
    const { envelope } = context.mcpReq;
    const isModern = envelope !== undefined;
    if (isModern) {
      const level = outcome.code === undefined ? "info" : "warning";
      const { requestId } = served.request;
      await context.mcpReq.log(
        level,
        { tool: name, code: outcome.code ?? null, requestId },
        "tools",
      );
    }
    if (waiting.asked !== undefined) return waiting.asked as never;
    return resultOf(waiting.outcome, link, { isModern }) as CallToolResult;
  });
}

function serveResources(server: Server, parts: SdkParts, served: ServedRequest): void {
  const { resources } = parts;
  const { allowed } = served.grant;
  server.setRequestHandler("resources/list", ({ params }) => {
    if (params?.cursor !== undefined) throw invalidParams(NO_PAGE);
    return { resources: resources.listed(allowed) as Resource[] };
  });
  server.setRequestHandler("resources/templates/list", ({ params }) => {
    if (params?.cursor !== undefined) throw invalidParams(NO_PAGE);
    return { resourceTemplates: resources.templates(allowed) as never };
  });
  server.setRequestHandler("resources/read", async ({ params: { uri } }, context) => {
    checkState(context, uri, {});
    const read = await readResource(parts, served, uri, context);
    if (read.kind === "found") return { contents: [read.content] } as ReadResourceResult;
    const { asked, outcome } = await waitingFor(parts, context, read.outcome, uri, {});
    if (asked !== undefined) return asked as never;
    const { error, requestId } = JSON.parse(outcome.text);
    throw new ProtocolError(REFUSED, error.message, { error, requestId });
  });
}

function servePrompts(server: Server, { guide, catalog }: SdkParts): void {
  server.setRequestHandler("prompts/list", ({ params }) => {
    if (params?.cursor !== undefined) throw invalidParams(NO_PAGE);
    return { prompts: listedPrompts(guide) as Prompt[] };
  });
  server.setRequestHandler("prompts/get", ({ params }) => {
    const { name, arguments: given = {} } = params;
    const prompt = promptOf(guide, catalog, name, given);
    if (typeof prompt === "string") throw invalidParams(prompt);
    return prompt as never;
  });
}

function serveCompletions(server: Server, parts: SdkParts, served: ServedRequest): void {
  server.setRequestHandler("completion/complete", async ({ params }, context) => {
    const completion = await completionOf(parts, served, params as AskedCompletion, context);
    if (typeof completion === "string") throw invalidParams(completion);
    return { completion };
  });
}

/** Throws where a state that comes back is of another call. Its signature was verified before, by the SDK. */
function checkState({ mcpReq }: ServerContext, name: string, given: Record<string, unknown>): void {
  const state = mcpReq.requestState<ApprovalState>();
  if (state !== undefined && state.argumentsDigest !== argumentsDigestOf(name, given)) {
    throw invalidParams("requestState is of another call");
  }
}

/**
 * `asked`: the request to the client to open the page of the approval, where the outcome waits for a person and the
 * client can open a page and was not asked before. Else `outcome`, with what the client's user did.
 */
async function waitingFor(
  { states }: SdkParts,
  { mcpReq }: ServerContext,
  outcome: ToolOutcome,
  name: string,
  given: Record<string, unknown>,
): Promise<{ asked?: ApprovalRequest; outcome: ToolOutcome }> {
  const { envelope, inputResponses } = mcpReq;
  const isWithState = mcpReq.requestState<ApprovalState>() !== undefined;
  const answer = answerIn({ inputResponses, isWithState });
  if (answer !== undefined) return { outcome: outcomeOfAnswer(outcome, answer) };
  if (envelope === undefined || !canOpenUrl(envelope as never)) return { outcome };
  const asked = await approvalRequestOf(states, outcome, name, given);
  return { ...(asked !== undefined && { asked }), outcome };
}

function called(
  parts: SdkParts,
  { request, grant, gone }: ServedRequest,
  name: string,
  given: Record<string, unknown>,
  { mcpReq }: ServerContext,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const ended = reportProgress(mcpReq, name);
    const whenGone = (listener: () => void) => {
      gone.addEventListener("abort", listener);
      mcpReq.signal.addEventListener("abort", listener);
    };
    whenGone(ended);
    const isKnown = callNamed(parts, { request, grant, name, given, whenGone }, (outcome) => {
      ended();
      resolve(outcome);
    });
    if (!isKnown) parts.calls.charge(request, 1);
    if (isKnown && !request.isFinished) return;
    ended();
    // A budget that is spent has answered the request itself.
    if (request.isFinished) reject(new Error("the request is answered"));
    else reject(invalidParams(`Unknown tool: ${name.slice(0, 64)}`));
  });
}

const NO_PAGE = "the cursor is of no page; list from the beginning";
/** "Implementation-defined server-errors" begin here (JSON-RPC 2.0, 5.1). */
const REFUSED = -32_000;

/** The error of JSON-RPC for wrong parameters, -32602. */
export function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
