/**
 * A client over keep-alive sockets, with one credential. Every response is compared with the
 * published contract: a response that the contract does not allow fails the test at that request.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { Agent, type IncomingHttpHeaders } from "node:http";
import { type Contract, codeOf, loadContract } from "./contract.ts";
import { type Answer, exchange } from "./exchange.ts";
import type { Server } from "./server.ts";

export type Document = Readonly<Record<string, unknown>>;

export type Reply = {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body byte for byte, as UTF-8. */
  text: string;
  /** Empty where the answer is a file. */
  body: Document;
  /** Code of a refusal. */
  code: string | undefined;
  details: Document;
  /** A string somewhere in the body: `transferId`, `items.0.transferId`. */
  id(path: string): string;
  /** Any value somewhere in the body. */
  at(path: string): unknown;
  items(): Document[];
};

export type Sending = {
  /** Idempotency key; absent: a new key for every mutation; `null`: no key is sent. */
  key?: string | null;
  headers?: Record<string, string | string[]>;
  /** Sent instead of the JSON text of the body. */
  raw?: string | Buffer;
};

export type Client = {
  productId: string;
  contract: Contract;
  get(path: string, sending?: Sending): Promise<Reply>;
  post(path: string, body?: unknown, sending?: Sending): Promise<Reply>;
  patch(path: string, body?: unknown, sending?: Sending): Promise<Reply>;
  send(method: string, path: string, body?: unknown, sending?: Sending): Promise<Reply>;
  /** Closes its connections. */
  close(): void;
};

export type ClientOptions = {
  connections?: number;
  /** The contract of another client, so that the document is read only once. */
  contract?: Contract;
  /** Local address of the connections; all addresses of 127/8 are this machine. */
  localAddress?: string;
};

export async function openClient(
  server: Pick<Server, "baseUrl">,
  credentials: { productId: string; apiKey: string; environment?: "sandbox" | "live" },
  { connections = 8, contract, localAddress }: ClientOptions = {},
): Promise<Client> {
  const judge = contract ?? (await loadContract(new URL(server.baseUrl).origin));
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port, pathname } = new URL(server.baseUrl);
  const place = { agent, hostname, port, ...(localAddress !== undefined && { localAddress }) };

  const send: Client["send"] = async (method, path, body, sending = {}) => {
    const headers: Record<string, string | string[]> = {
      authorization: `Bearer ${credentials.apiKey}`,
    };
    if (credentials.environment === "live") headers["x-service-environment"] = "live";
    const key = sending.key === undefined ? randomUUID() : sending.key;
    if (method !== "GET" && key !== null) headers["idempotency-key"] = key;
    const content = sending.raw ?? (body === undefined ? undefined : JSON.stringify(body));
    if (content !== undefined) {
      headers["content-type"] = "application/json";
      headers["content-length"] = String(Buffer.byteLength(content));
    }
    for (const [name, value] of Object.entries(sending.headers ?? {})) {
      if (value === "") delete headers[name];
      else headers[name] = value;
    }
    if (headers["transfer-encoding"] !== undefined) delete headers["content-length"];
    const response = await exchange(
      { ...place, method, path: `${pathname}${path}`, headers },
      content,
    );
    const faults = judge.faultsOfResponse({ method, path }, response);
    const meant = `${method} ${path} ${String(content).slice(0, 500)}`;
    assert.deepEqual(faults, [], `${meant} -> ${response.status} ${response.text.slice(0, 1_000)}`);
    return replyOf(response);
  };

  return {
    productId: credentials.productId,
    contract: judge,
    send,
    get: (path, sending) => send("GET", path, undefined, sending),
    post: (path, body, sending) => send("POST", path, body, sending),
    patch: (path, body, sending) => send("PATCH", path, body, sending),
    close: () => agent.destroy(),
  };
}

/** Fails with the whole body unless the reply has this status, or this code. */
export function expect(reply: Reply, wanted: number | string): Reply {
  const actual = typeof wanted === "number" ? reply.status : reply.code;
  assert.equal(actual, wanted, `${reply.status} ${reply.text.slice(0, 1_000)}`);
  return reply;
}

function replyOf({ status, headers, text }: Answer): Reply {
  const isJson = headers["content-disposition"] === undefined && status !== 204;
  const body = (!isJson ? {} : JSON.parse(text)) as Document;
  const at = (path: string) => {
    let value: unknown = body;
    for (const part of path.split(".")) value = (value as Document | undefined)?.[part];
    return value;
  };
  const error = (body["error"] ?? {}) as { details?: Document };
  return {
    status,
    headers,
    text,
    body,
    code: status < 400 ? undefined : codeOf(body),
    details: (error.details ?? body["details"] ?? {}) as Document,
    at,
    id(path) {
      const value = at(path);
      if (typeof value !== "string") assert.fail(`no text at ${path} in ${text.slice(0, 1_000)}`);
      return value;
    },
    items() {
      assert.ok(Array.isArray(body["items"]), `no items in ${text.slice(0, 1_000)}`);
      return body["items"] as Document[];
    },
  };
}
