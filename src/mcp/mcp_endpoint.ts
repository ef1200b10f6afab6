/**
 * `POST /v1/mcp`: the Model Context Protocol over streamable HTTP, without sessions, for clients of
 * 2025 (initialize) and of 2026-07-28 (every request says all that it needs).
 *
 *   admitted by http and calls: framing, Host, Origin, size, address, credential of this audience
 *     -> JSON, one meaning only -> era and headers, by the SDK -> the method
 *     tools/call -> the same phases, budgets, keys and records as REST
 *
 * Guarantees: keeps nothing between two requests but what is made of the declarations; a client that
 * goes away cancels its request; a malformed message costs a unit of the budget, as every message does.
 */
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { ProtocolCall } from "../calls/call.ts";
import type { AnyOperation } from "../calls/callable.ts";
import type { Calls } from "../calls/calls.ts";
import { isJsonContent, readJson } from "../calls/json_input.ts";
import type { AgentGuide } from "../contract/declare/agent_guide.ts";
import type { Announcement } from "../contract/declare/announcement.ts";
import { type Caller, callerIdOf } from "../contract/declare/caller.ts";
import { approvalStates } from "./approval.ts";
import { directAnswers } from "./direct_answer.ts";
import { grantViewOf } from "./grant_view.ts";
import { JSON_TYPE } from "./json_answer.ts";
import { MCP_HEADERS } from "./mcp_gate.ts";
import { type FixedResource, resourcesOf } from "./operation_resources.ts";
import { refusalWords } from "./refusal_words.ts";
import type { ServedRequest, ServerInfo } from "./sdk_parts.ts";
import { serverFor } from "./sdk_server.ts";
import { refusalOfScope } from "./step_up.ts";
import { openSubscriptions, STREAMS_MAX, type StreamOwner } from "./subscriptions.ts";
import { toolCatalogOf } from "./tool_catalog.ts";
import { toolListsOf } from "./tool_list.ts";
import { toolSearchOf } from "./tool_search.ts";
import { sendResponse } from "./web_response.ts";

export type McpParts = {
  operations: readonly AnyOperation[];
  calls: Calls;
  docsUrl: string;
  /** Scheme, name and port that clients reach this server by. */
  origin: string;
  info: ServerInfo;
  /** The instructions, resources, templates and prompts for agents. */
  guide: AgentGuide;
  /** Resources that no operation gives. */
  documents: readonly FixedResource[];
  /**
   * Secret keys of 32 bytes, the current one first. A state that goes to a client is signed with the current key; one
   * that comes back may be signed with any of them.
   */
  stateKeys: () => readonly Uint8Array[];
  /** False: the SDK answers every message. */
  answersDirectly: boolean;
};

export type McpEndpoint = {
  /** Takes one admitted request: its caller is known, and its address has paid from its budget. */
  answer(call: ProtocolCall, body: string): void;
  /** Ends the streams that are open. */
  close(): void;
  /**
   * To be called with each announcement, after the credentials have applied it: streams learn of changed grants by it.
   */
  told(announcement: Announcement): void;
};

/** The most messages of a batch, which clients of 2025-03-26 may send. */
const BATCH_MAX = 20;
/** How often an idle stream sends a comment, milliseconds: before the connection counts as idle. */
const KEEP_ALIVE_MS = 5_000;

/** The endpoint of one edge. Makes tools, lists and resources of all operations at once. */
export function openMcp(parts: McpParts): McpEndpoint {
  const { calls, docsUrl, origin, info, answersDirectly } = parts;
  const { log } = calls.parts;
  const catalog = toolCatalogOf(parts.operations);
  const lists = toolListsOf(catalog);
  const states = approvalStates(parts.stateKeys);
  const { guide, documents } = parts;
  const words = refusalWords(catalog, guide.nextSteps);
  const search = toolSearchOf(catalog.tools, guide.synonyms);
  const tools = { calls, docsUrl, words, catalog, search, lists, info, states };
  const resources = resourcesOf(catalog, guide, documents);
  const served = { ...tools, guide, resources };
  const direct = directAnswers(tools);
  const subscriptions = openSubscriptions();
  const servedRequests = new WeakMap<Request, ServedRequest>();
  const handler = createMcpHandler(
    ({ requestInfo, era }) => {
      const request = requestInfo === undefined ? undefined : servedRequests.get(requestInfo);
      if (request === undefined) throw new Error("a request of the protocol is one of this edge");
      return serverFor(served, request, era);
    },
    { keepAliveMs: KEEP_ALIVE_MS, bus: subscriptions.bus, maxSubscriptions: STREAMS_MAX },
  );

  async function answerBySdk(call: ProtocolCall, parsedBody: unknown): Promise<void> {
    const gone = new AbortController();
    call.onGone = () => gone.abort();
    const { signal } = gone;
    const headers = headersOf(call);
    const request = new Request(`${origin}/v1/mcp`, { method: "POST", headers, signal });
    servedRequests.set(request, { request: call, grant: grantViewOf(call.caller), gone: signal });
    try {
      const serve = () => handler.fetch(request, { parsedBody });
      const owner = { ...ownerOf(call.caller), end: () => gone.abort() };
      // Only a stream needs its owner: an AsyncLocalStorage that is in use costs every promise of the thread.
      const response = isListening(parsedBody)
        ? await subscriptions.within(owner, serve)
        : await serve();
      if (!call.isFinished) await sendResponse(call, response, signal);
    } catch (cause) {
      if (!call.isFinished) calls.fail(call, cause);
      else log.fault("a request of the agents' protocol failed after its answer", cause as Error);
    }
  }

  return {
    answer(call, body) {
      if (!isJsonContent(call.contentType)) {
        if (calls.charge(call, 1)) refuseMessage(call, 415, -32_000, NOT_JSON);
        return;
      }
      const read = readJson(body);
      if (read.issues === undefined) {
        const beyond = refusalOfScope(served, call.caller, messagesOf(read.value));
        if (beyond !== undefined) {
          if (calls.charge(call, 1)) call.refuse(beyond);
          return;
        }
        if (answersDirectly && direct.answer(call, grantViewOf(call.caller), read.value)) return;
      }
      const count = read.issues === undefined && Array.isArray(read.value) ? read.value.length : 1;
      if (!isOneCall(read) && !calls.charge(call, Math.max(1, Math.min(count, BATCH_MAX)))) return;
      if (read.issues !== undefined) {
        const said = read.issues.map(({ message }) => message).join("; ");
        refuseMessage(call, 400, -32_700, `Parse error: ${said}`);
      } else if (count > BATCH_MAX) {
        refuseMessage(call, 400, -32_600, `a batch has at most ${BATCH_MAX} messages`);
      } else if (isListening(read.value) && !subscriptions.hasRoom(callerIdOf(call.caller))) {
        refuseMessage(call, 200, -32_603, "Subscription limit reached", read.value.id);
      } else void answerBySdk(call, read.value);
    },
    close() {
      void handler.close();
    },
    told: subscriptions.told,
  };
}

const NOT_JSON = "Unsupported Media Type: Content-Type must be application/json";

/** The message, or those of a batch that is not too large. */
function messagesOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return [value];
  return value.length > BATCH_MAX ? [] : value;
}

/** Whether the message runs one operation, which pays for itself as over REST. */
function isOneCall(read: ReturnType<typeof readJson>): boolean {
  if (read.issues !== undefined) return false;
  const { value } = read;
  if (typeof value !== "object" || value === null || !("method" in value)) return false;
  return value.method === "tools/call" || value.method === "resources/read";
}

function isListening(value: unknown): value is { id: unknown } {
  if (typeof value !== "object" || value === null || !("method" in value)) return false;
  return value.method === "subscriptions/listen" && "id" in value;
}

function ownerOf(caller: Caller): Omit<StreamOwner, "end"> {
  const credentialId = callerIdOf(caller);
  return caller.kind === "agent"
    ? { credentialId, agentMemberId: caller.agentMemberId }
    : { credentialId };
}

function headersOf(call: ProtocolCall): Headers {
  const headers = new Headers({ "content-type": JSON_TYPE });
  for (const name of MCP_HEADERS) {
    const value = call.headerOf(name);
    if (value !== "") headers.set(name, value);
  }
  return headers;
}

/** Answers a text that is no message of JSON-RPC with an error of JSON-RPC. */
function refuseMessage(
  call: ProtocolCall,
  status: number,
  code: number,
  message: string,
  id: unknown = null,
): void {
  const body = JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });
  call.respond(status, JSON_TYPE, body, "invalid_request");
}
