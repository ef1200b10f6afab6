/**
 * An agent at a server under load: the demo's founder logs in as a browser does, and lets the agent in over
 * the device flow.
 */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Bank, openBank } from "./bank.ts";
import { type MailSink, openMailSink } from "./mail_sink.ts";
import { solved } from "./people.ts";
import type { Settings } from "./row.ts";
import type { RunningServer } from "./server.ts";

const CLIENT_ID = "bench-agent";
const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

const MODERN = "2026-07-28";
const META = {
  "io.modelcontextprotocol/protocolVersion": MODERN,
  "io.modelcontextprotocol/clientCapabilities": {},
};

type Body = Record<string, unknown>;

/** A person at a browser: the address of the interface, the headers of the session, and the password. */
export type FounderSession = {
  base: string;
  headers: Readonly<Record<string, string>>;
  password: string;
};

/** A bank with one edge, and an agent with these scopes that the demo's founder has let in. */
export type AgentBank = {
  bank: Bank;
  founder: FounderSession;
  token: string;
  close(): Promise<void>;
};

export async function openAgentBank(
  settings: Settings,
  scopes: readonly string[],
): Promise<AgentBank> {
  const sink = await openMailSink();
  const flags = ["--edges", "1", "--mail-url", sink.url];
  const bank = await openBank(settings, { flags, accounts: 2 }).catch(async (cause) => {
    await sink.close();
    throw cause;
  });
  const close = async () => {
    await bank.close();
    await sink.close();
  };
  try {
    const founder = await founderSession(bank.server, sink);
    const token = await agentToken(founder, bank.server.demo.productId, scopes);
    return { bank, founder, token, close };
  } catch (cause) {
    await close();
    throw cause;
  }
}

type Place = Pick<RunningServer, "port" | "dataDir">;

/** The demo's founder, logged in. */
async function founderSession({ port, dataDir }: Place, sink: MailSink): Promise<FounderSession> {
  const base = `http://127.0.0.1:${port}/v1`;
  const text = await readFile(join(dataDir, "demo.json"), "utf8");
  const { founder } = JSON.parse(text) as { founder: { email: string; password: string } };
  const { email, password } = founder;
  const challenge = await json(`${base}/auth/challenge`);
  const code = sink.nextCode(email);
  const draft = { email, password, proofOfWork: solved(challenge.body) };
  const { body } = await json(`${base}/auth/login`, draft);
  const path = `${base}/auth/login/${body["loginId"]}/code`;
  const { cookie } = await json(path, { code: await code });
  const read = await fetch(`${base}/sessions/current`, { headers: { cookie } });
  const session = (await read.json()) as { csrfToken: string };
  return { base, headers: { cookie, "x-csrf-token": session.csrfToken }, password };
}

/** The access token of an agent that the person lets in, with these scopes in one Product; it lasts for ten minutes. */
async function agentToken(
  { base, headers }: FounderSession,
  productId: string,
  scopes: readonly string[],
): Promise<string> {
  const asked = await form(`${base}/oauth/device`, {
    client_id: CLIENT_ID,
    resource: `${base}/mcp`,
    agent_name: "Bench",
    scope: scopes.join(" "),
  });
  const granted = { scopes, productIds: [productId], toolForm: "full" };
  await json(`${base}/oauth/device/${asked["user_code"]}/approve`, granted, headers);
  const tokens = await form(`${base}/oauth/token`, {
    grant_type: DEVICE_GRANT,
    client_id: CLIENT_ID,
    device_code: String(asked["device_code"]),
  });
  return String(tokens["access_token"]);
}

/** A token of the person, with these scopes, as programs of the person send it over REST. */
export async function personToken(
  { base, headers }: FounderSession,
  scopes: readonly string[],
): Promise<string> {
  const draft = { name: "Bench", scopes };
  const { body } = await json(`${base}/personal-access-tokens`, draft, headers);
  return String(body["token"]);
}

/** The person approves what an agent asks for. */
export async function approve(
  { base, headers, password }: FounderSession,
  agentApprovalId: string,
): Promise<void> {
  await json(`${base}/agent-approvals/${agentApprovalId}/approve`, { password }, headers);
}

/** A request to the agents' interface, in the form of the present revision of the protocol. */
export function agentMessage(
  method: string,
  params: Readonly<Record<string, unknown>>,
): { body: string; headers: Record<string, string> } {
  const { name } = params;
  return {
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: META } }),
    headers: {
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": MODERN,
      "mcp-method": method,
      ...(typeof name === "string" && { "mcp-name": name }),
    },
  };
}

async function json(url: string, sent?: object, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": randomUUID(), ...headers },
    ...(sent !== undefined && { body: JSON.stringify(sent) }),
  });
  const [cookie = ""] = (response.headers.get("set-cookie") ?? "").split(";");
  return { body: await succeeded(response), cookie };
}

async function form(url: string, fields: Record<string, string>): Promise<Body> {
  return succeeded(await fetch(url, { method: "POST", body: new URLSearchParams(fields) }));
}

async function succeeded(response: Response): Promise<Body> {
  const text = await response.text();
  if (!response.ok) throw new Error(`a step of an agent was answered ${response.status}: ${text}`);
  return text === "" ? {} : (JSON.parse(text) as Body);
}
