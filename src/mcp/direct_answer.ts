/**
 * A fast path for the two most frequent methods, `tools/call` and `tools/list`, without the
 * objects that the SDK makes for each request: over the SDK, a read is a ninth as fast as over REST
 * (decisions/0089). Answers only requests of the plainest form, and leaves every other one to the SDK, which is
 * also the plain twin: `test/api/mcp_direct.test.ts` compares both.
 * Guarantees: the same answer as the SDK gives, as JSON; the envelope of a client of 2026-07-28 has
 * passed the SDK's own check, whose outcome is kept for each envelope.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  classifyInboundRequest,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import { LruMap } from "../base/lru_map.ts";
import type { ProtocolCall } from "../calls/call.ts";
import { type ApprovalStates, approvalRequestOf } from "./approval.ts";
import { type AskedParts, callNamed, type Ended } from "./asked_tool.ts";
import { canOpenUrl, isMap } from "./client_view.ts";
import type { GrantView } from "./grant_view.ts";
import { JSON_TYPE, sendJson } from "./json_answer.ts";
import type { ServerInfo } from "./sdk_parts.ts";
import { LIST_TTL_MS } from "./sdk_server.ts";
import type { ToolArguments } from "./tool_input.ts";
import { listReaderOf, type ToolLists } from "./tool_list.ts";
import { resultText } from "./tool_result.ts";

export type DirectParts = AskedParts & {
  lists: ToolLists;
  info: ServerInfo;
  states: ApprovalStates;
};

export type DirectAnswers = {
  /** Answers the message, at once or later; false where the SDK must answer it. */
  answer(call: ProtocolCall, grant: GrantView, message: unknown): boolean;
};

type Message = {
  id: string | number;
  method: "tools/call" | "tools/list";
  params: Readonly<Record<string, unknown>>;
};

/** What is known of the client of a message. */
type Client = { isModern: boolean; canOpenUrl: boolean };

const MODERN = "2026-07-28";
const LEGACY_CLIENT: Client = { isModern: false, canOpenUrl: false };
const MESSAGE_KEYS: ReadonlySet<string> = new Set(["jsonrpc", "id", "method", "params"]);
const PARAMS_KEYS: Readonly<Record<Message["method"], ReadonlySet<string>>> = {
  "tools/call": new Set(["name", "arguments", "_meta"]),
  "tools/list": new Set(["cursor", "_meta"]),
};
/**
 * The members of `_meta` that this file knows. A request with another one may ask for progress or log lines, which the
 * SDK sends.
 */
const META_KEYS: ReadonlySet<string> = new Set([
  ...[PROTOCOL_VERSION_META_KEY, CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY],
]);
/** Envelopes whose check is kept, and the most characters of one. */
const ENVELOPES_MAX = 256;
const ENVELOPE_CHARS_MAX = 4_096;

/** The fast path of one edge. It keeps the checks of the last `ENVELOPES_MAX` envelopes. */
export function directAnswers(parts: DirectParts): DirectAnswers {
  const { info, lists, states } = parts;
  const serverInfo = `"${SERVER_INFO_META_KEY}":${JSON.stringify(info)}`;
  const ofList = {
    head: Buffer.from(`"resultType":"complete","ttlMs":${LIST_TTL_MS},"cacheScope":"private",`),
    tail: Buffer.from(`,"_meta":{${serverInfo}}}}`),
  };
  const clients = new LruMap<Client>({ countMax: ENVELOPES_MAX, weightMax: ENVELOPES_MAX });

  function list(call: ProtocolCall, grant: GrantView, message: Message, client: Client): boolean {
    const { cursor } = message.params;
    if (cursor !== undefined && typeof cursor !== "string") return false;
    const page = lists.page(listReaderOf(call, grant), cursor);
    if (page === undefined) return false;
    if (!parts.calls.charge(call, 1)) return true;
    const head = Buffer.from(`${headOf(message)}{`);
    const bytes = client.isModern
      ? Buffer.concat([head, ofList.head, page.bytes, ofList.tail])
      : Buffer.concat([head, page.bytes, LIST_END]);
    sendJson(call, bytes, undefined);
    return true;
  }

  function callTool(call: ProtocolCall, grant: GrantView, message: Message, client: Client) {
    const { name, arguments: given = {} } = message.params;
    if (typeof name !== "string" || !isMap(given)) return false;
    const whenGone = (listener: () => void) => {
      call.onGone = listener;
    };
    return callNamed(parts, { request: call, grant, name, given, whenGone }, (ended) => {
      const { code } = ended.outcome;
      if (client.canOpenUrl && code === "agent_approval_required") {
        void askForApproval(call, message, name, given, ended);
      } else respond(call, message, client, ended);
    });
  }

  function respond(call: ProtocolCall, message: Message, client: Client, { outcome, link }: Ended) {
    const { isModern } = client;
    const form = { isModern, ownMeta: isModern ? serverInfo : "" };
    const type = isModern ? ',"resultType":"complete"' : "";
    const body = `${headOf(message)}${resultText(outcome, link, form)}${type}}}`;
    sendJson(call, body, outcome.code);
  }

  async function askForApproval(
    call: ProtocolCall,
    message: Message,
    name: string,
    given: ToolArguments,
    ended: Ended,
  ): Promise<void> {
    try {
      const asked = await approvalRequestOf(states, ended.outcome, name, given);
      if (call.isFinished) return;
      if (asked === undefined) {
        respond(call, message, { isModern: true, canOpenUrl: true }, ended);
        return;
      }
      const result = `${JSON.stringify(asked).slice(0, -1)},"_meta":{${serverInfo}}}}`;
      sendJson(call, headOf(message) + result, ended.outcome.code);
    } catch (cause) {
      parts.calls.fail(call, cause);
    }
  }

  return {
    answer(call, grant, value) {
      const message = messageOf(value);
      if (message === undefined || !acceptsBoth(call.headerOf("accept"))) return false;
      const client = clientOf(clients, call, message, value);
      if (client === undefined) return false;
      return message.method === "tools/list"
        ? list(call, grant, message, client)
        : callTool(call, grant, message, client);
    },
  };
}

const LIST_END = Buffer.from("}}");

function headOf({ id }: Message): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`;
}

/**
 * The message, where it is a request of one of the two methods and has only members that this file knows; else
 * undefined.
 */
function messageOf(value: unknown): Message | undefined {
  if (!isMap(value)) return undefined;
  const { jsonrpc, id, method, params = NO_PARAMS } = value;
  if (jsonrpc !== "2.0" || (method !== "tools/call" && method !== "tools/list")) return undefined;
  if (typeof id !== "string" && !Number.isSafeInteger(id)) return undefined;
  if (!isMap(params) || !hasOnly(params, PARAMS_KEYS[method])) return undefined;
  if (!hasOnly(value, MESSAGE_KEYS)) return undefined;
  return { id: id as string | number, method, params };
}

const NO_PARAMS: Record<string, unknown> = Object.freeze({});

/** A client names both forms of an answer (2025-11-25, Transports: Sending Messages). */
function acceptsBoth(accept: string): boolean {
  return accept.includes(JSON_TYPE) && accept.includes("text/event-stream");
}

/** What is known of the client by headers and envelope; undefined where the SDK must look. */
function clientOf(
  clients: LruMap<Client>,
  call: ProtocolCall,
  { method, params }: Message,
  body: unknown,
): Client | undefined {
  const { _meta: meta } = params;
  const version = call.headerOf("mcp-protocol-version");
  if (meta === undefined) {
    const isLegacy = version === "" || SUPPORTED_PROTOCOL_VERSIONS.includes(version);
    return isLegacy && version !== MODERN ? LEGACY_CLIENT : undefined;
  }
  if (!isMap(meta) || !hasOnly(meta, META_KEYS)) return undefined;
  const mcpMethodHeader = call.headerOf("mcp-method");
  const mcpNameHeader = call.headerOf("mcp-name");
  if (version !== MODERN || mcpMethodHeader !== method) return undefined;
  if (mcpNameHeader !== (method === "tools/call" ? params["name"] : "")) return undefined;
  const key = JSON.stringify(meta);
  const known = clients.get(key);
  if (known !== undefined || key.length > ENVELOPE_CHARS_MAX) return known;
  const request = { httpMethod: "POST", protocolVersionHeader: version, mcpMethodHeader, body };
  const route = classifyInboundRequest({ ...request, mcpNameHeader });
  if (route.kind !== "modern" || route.classification.revision !== MODERN) return undefined;
  const client = { isModern: true, canOpenUrl: canOpenUrl(meta) };
  clients.set(key, client, 1);
  return client;
}

function hasOnly(value: object, keys: ReadonlySet<string>): boolean {
  for (const key in value) if (!keys.has(key)) return false;
  return true;
}
