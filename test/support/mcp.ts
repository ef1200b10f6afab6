/**
 * For tests over HTTP: agents at the agents' protocol, by the SDK's own client of each era, and by
 * messages that are written by hand.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as Client2025 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Transport2025 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { mcpUrlOf } from "./agents.ts";
import { exchange } from "./exchange.ts";
import { keptFetch } from "./kept_fetch.ts";
import type { Server } from "./server.ts";

export const MODERN = "2026-07-28";
export const LEGACY = "2025-11-25";
export const ERAS = [LEGACY, MODERN] as const;
export type Era = (typeof ERAS)[number];

/** What a tool answers, as its client has it. */
export type ToolAnswer = {
  structured: Record<string, unknown>;
  isError: boolean;
  texts: string[];
  links: { uri: string; name: string }[];
  meta: Record<string, unknown>;
};

export type ListedTool = {
  name: string;
  title?: string;
  description?: string;
  inputSchema: Record<string, unknown>;
  outputSchema?: Record<string, unknown>;
  annotations?: Record<string, unknown>;
};

/** An agent's host: the client of one era. */
export type Host = {
  era: Era;
  tools(): Promise<ListedTool[]>;
  /** Calls a tool; of one that changes something, `idempotencyKey` is new unless it is given. */
  call(name: string, given?: Record<string, unknown>): Promise<ToolAnswer>;
  /** The client itself, for what is not the same in both eras. */
  client: Client | Client2025;
  close(): Promise<void>;
};

type Address = Pick<Server, "baseUrl">;
const INFO = { name: "test-host", version: "1.0.0" };

/** Connects with the access token of an agent. `capabilities`: of the client. */
export async function openHost(
  server: Address,
  access: string,
  era: Era,
  capabilities: Record<string, object> = {},
): Promise<Host> {
  const url = new URL(mcpUrlOf(server));
  const requestInit = { headers: { authorization: `Bearer ${access}` } };
  if (era === MODERN) {
    const versionNegotiation = { mode: { pin: MODERN } } as const;
    const client = new Client(INFO, { capabilities, versionNegotiation });
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit, fetch: keptFetch }));
    return hostOf(era, client);
  }
  const client = new Client2025(INFO, { capabilities });
  await client.connect(new Transport2025(url, { requestInit, fetch: keptFetch }) as never);
  return hostOf(era, client);
}

function hostOf(era: Era, client: Client | Client2025): Host {
  return {
    era,
    client,
    async tools() {
      const tools: ListedTool[] = [];
      let cursor: string | undefined;
      do {
        const page = await client.listTools(cursor === undefined ? undefined : { cursor });
        tools.push(...(page.tools as ListedTool[]));
        // The client of 2026 follows the cursors itself where none is given.
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return tools;
    },
    async call(name, given = {}) {
      return answerOf(await client.callTool({ name, arguments: given }));
    },
    close: () => client.close(),
  };
}

/** A new key for a tool that changes something. */
export function keyed(given: Record<string, unknown>): Record<string, unknown> {
  return { idempotencyKey: randomUUID(), ...given };
}

type Block = { type: string; text?: string; uri?: string; name?: string };

export function answerOf(result: unknown): ToolAnswer {
  const { content, structuredContent, isError, _meta } = result as {
    content: Block[];
    structuredContent?: Record<string, unknown>;
    isError?: boolean;
    _meta?: Record<string, unknown>;
  };
  return {
    structured: structuredContent ?? {},
    isError: isError === true,
    texts: content.flatMap(({ type, text }) => (type === "text" ? (text ?? "") : [])),
    links: content.flatMap(({ type, uri = "", name = "" }) =>
      type === "resource_link" ? { uri, name } : [],
    ),
    meta: _meta ?? {},
  };
}

/** The code of a tool's refusal; undefined of a success. */
export function codeOf(answer: ToolAnswer): string | undefined {
  return answer.isError ? refusalOf(answer).error.code : undefined;
}

export type RefusalEnvelope = {
  error: { code: string; message: string; details: Record<string, unknown> };
  requestId: string;
  retryAfterSeconds?: number;
};

/** The envelope of a refusal; a client of 2026 has it as structured content too. */
export function refusalOf({ texts, structured, isError }: ToolAnswer): RefusalEnvelope {
  assert.equal(isError, true, texts.join());
  const envelope = JSON.parse(texts[0] ?? "") as RefusalEnvelope;
  if (Object.keys(structured).length > 0) assert.deepEqual(structured, envelope);
  return envelope;
}

/** The document of a tool that succeeded. */
export function documentOf(answer: ToolAnswer): Record<string, unknown> {
  assert.equal(answer.isError, false, answer.texts.join());
  assert.deepEqual(JSON.parse(answer.texts[0] ?? ""), answer.structured);
  return answer.structured;
}

/** The envelope of a request of 2026-07-28. */
export function envelope(capabilities: object = {}): Record<string, unknown> {
  return {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": capabilities,
  };
}

export type Sent = { status: number; headers: Headers; text: string; body: Message };
export type Message = {
  id?: unknown;
  result?: Record<string, unknown>;
  error?: { code: number | string; message: string; data?: Record<string, unknown> };
};

/** Connections of messages that are sent by hand; idle ones keep no process alive. */
const agent = new Agent({ keepAlive: true });

/** Sends one message by hand; an answer in events is read to its only event. */
export async function sendMessage(
  server: Address,
  access: string,
  message: unknown,
  headers: Record<string, string> = {},
): Promise<Sent> {
  const content = typeof message === "string" ? message : JSON.stringify(message);
  const { hostname, port, pathname } = new URL(mcpUrlOf(server));
  const sent = {
    ...(access !== "" && { authorization: `Bearer ${access}` }),
    "content-type": "application/json",
    "content-length": Buffer.byteLength(content),
    accept: "application/json, text/event-stream",
    ...headers,
  };
  const options = { agent, hostname, port, path: pathname, method: "POST", headers: sent };
  const answer = await exchange(options, content);
  const { status, text } = answer;
  const data = /^data: (.+)$/m.exec(text)?.[1] ?? text;
  const body = (data === "" ? {} : JSON.parse(data)) as Message;
  return { status, headers: new Headers(answer.headers as Record<string, string>), text, body };
}

/** A request of 2026-07-28, with the headers that say the same. */
export function modernRequest(
  method: string,
  params: Record<string, unknown> = {},
  capabilities: object = {},
): { message: Record<string, unknown>; headers: Record<string, string> } {
  const name = params["name"] ?? params["uri"];
  return {
    message: {
      jsonrpc: "2.0",
      id: 1,
      method,
      params: { ...params, _meta: envelope(capabilities) },
    },
    headers: {
      "mcp-protocol-version": MODERN,
      "mcp-method": method,
      ...(typeof name === "string" && { "mcp-name": name }),
    },
  };
}
