/**
 * For tests over HTTP: a host that knows nothing but the address of the agents' protocol. The SDK's own client of each
 * era finds the rest, registers itself, sends a browser, and comes back with a code.
 */
import assert from "node:assert/strict";
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { Client as Client2025 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Transport2025 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { mcpUrlOf } from "./agents.ts";
import { keptFetch } from "./kept_fetch.ts";
import { answerOf, type Era, MODERN, type ToolAnswer } from "./mcp.ts";
import { handleIn } from "./oauth_codes.ts";
import type { Browser } from "./people.ts";
import type { Server } from "./server.ts";

const INFO = { name: "address-host", version: "1.0.0" };
export const CALLBACK = "http://127.0.0.1:41234/callback";

/** What a person sends with the consent; see `device_authorization.approve`. */
export type Decide = (asked: { scopes: string[]; handle: string }) => Record<string, unknown>;

type Stored = Record<string, unknown>;

/** What a host keeps of its login, and where it wants to send a browser. */
export type Memory = {
  client?: Stored;
  tokens?: Stored;
  verifier: string;
  discovered?: Stored;
  /** Addresses that a browser was to be sent to, oldest first. */
  sent: URL[];
};

export function newMemory(): Memory {
  return { verifier: "", sent: [] };
}

/**
 * `keepsRefresh`: false of a host of 2025. Its client renews a token where the server asks for more scopes
 * (@modelcontextprotocol/sdk 1.32.2, `auth`), and a renewed token never has more; without a token to renew it asks
 * the person.
 */
function providerOf(memory: Memory, { keepsRefresh }: { keepsRefresh: boolean }) {
  return {
    redirectUrl: CALLBACK,
    clientMetadata: {
      client_name: "Address host",
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    },
    state: () => "state-of-the-host",
    clientInformation: () => memory.client,
    saveClientInformation(client: Stored) {
      memory.client = client;
    },
    tokens: () => memory.tokens,
    saveTokens({ refresh_token, ...tokens }: Stored) {
      memory.tokens = { ...tokens, ...(keepsRefresh && { refresh_token }) };
    },
    redirectToAuthorization(url: URL) {
      memory.sent.push(url);
    },
    saveCodeVerifier(verifier: string) {
      memory.verifier = verifier;
    },
    codeVerifier: () => memory.verifier,
    saveDiscoveryState(state: Stored) {
      memory.discovered = state;
    },
    discoveryState: () => memory.discovered,
  };
}

/** The scopes that the host asks for, at the last address that it has sent a browser to. */
export function askedScopes({ sent }: Memory): string[] {
  return String(sent.at(-1)?.searchParams.get("scope")).split(" ");
}

/** The page of consent that the browser is sent on to, by its handle. */
async function arrives(url: URL | undefined): Promise<string> {
  const headers = { accept: "text/html" };
  const response = await fetch(String(url), { redirect: "manual", headers });
  assert.equal(response.status, 302, await response.text());
  return handleIn(response.headers.get("location"));
}

/** What the host does when its person has decided: the parameters that the browser brings back. */
export async function decided(
  memory: Memory,
  person: Browser,
  decide: Decide,
): Promise<URLSearchParams> {
  const handle = await arrives(memory.sent.at(-1));
  const body = decide({ scopes: askedScopes(memory), handle });
  const reply = await person.post(`/oauth/device/${handle}/approve`, body);
  assert.equal(reply.status, 200, reply.text);
  return new URL(String(reply.body["redirectTo"])).searchParams;
}

export type AddressHost = {
  memory: Memory;
  call(name: string, given?: Record<string, unknown>, how?: object): Promise<ToolAnswer>;
  read(uri: string): Promise<unknown>;
  /** Goes on with what the browser brought back. */
  finish(callback: URLSearchParams): Promise<void>;
  close(): Promise<void>;
};

/** A host of the era, which has what `memory` has. Its first request may be refused: it then wants a browser. */
export async function addressHost(
  server: Pick<Server, "baseUrl">,
  era: Era,
  memory: Memory,
): Promise<AddressHost> {
  const url = new URL(mcpUrlOf(server));
  if (era === MODERN) {
    const authProvider = providerOf(memory, {
      keepsRefresh: true,
    }) as unknown as OAuthClientProvider;
    const transport = new StreamableHTTPClientTransport(url, { authProvider, fetch: keptFetch });
    const client = new Client(INFO, { versionNegotiation: { mode: { pin: MODERN } } });
    return hostOf(memory, client, transport, (callback) => transport.finishAuth(callback));
  }
  const authProvider = providerOf(memory, { keepsRefresh: false }) as never;
  const transport = new Transport2025(url, { authProvider, fetch: keptFetch });
  return hostOf(memory, new Client2025(INFO), transport, (callback) =>
    transport.finishAuth(String(callback.get("code"))),
  );
}

async function hostOf(
  memory: Memory,
  client: Client | Client2025,
  transport: StreamableHTTPClientTransport | Transport2025,
  finish: AddressHost["finish"],
): Promise<AddressHost> {
  const before = memory.sent.length;
  await client.connect(transport as never).catch((error: Error) => {
    // The host wants a browser: nothing else may have failed.
    if (memory.sent.length === before) throw error;
  });
  return {
    memory,
    finish,
    call: async (name, given = {}, how = {}) =>
      answerOf(
        await (client as Client2025).callTool({ name, arguments: given }, undefined, how as never),
      ),
    read: (uri) => client.readResource({ uri }),
    close: () => client.close(),
  };
}
