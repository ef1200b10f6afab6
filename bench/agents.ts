/**
 * An agent at a server under load: the demo's founder logs in as a browser does, and lets the agent in over
 * the device flow.
 */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { MailSink } from "./mail_sink.ts";
import { solved } from "./people.ts";
import type { RunningServer } from "./server.ts";

const CLIENT_ID = "bench-agent";
const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

type Body = Record<string, unknown>;
type Founder = { email: string; password: string };

/** The access token of an agent with these scopes in the demo's Product; it lasts for ten minutes. */
export async function agentToken(
  { port, dataDir, demo }: Pick<RunningServer, "port" | "dataDir" | "demo">,
  sink: MailSink,
  scopes: readonly string[],
): Promise<string> {
  const base = `http://127.0.0.1:${port}/v1`;
  const { founder } = JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8")) as {
    founder: Founder;
  };
  const session = await loggedIn(base, sink, founder);
  const asked = await form(`${base}/oauth/device`, {
    client_id: CLIENT_ID,
    resource: `${base}/mcp`,
    agent_name: "Bench",
    scope: scopes.join(" "),
  });
  const granted = { scopes, productIds: [demo.productId], toolForm: "full" };
  await json(`${base}/oauth/device/${asked["user_code"]}/approve`, granted, session);
  const tokens = await form(`${base}/oauth/token`, {
    grant_type: DEVICE_GRANT,
    client_id: CLIENT_ID,
    device_code: String(asked["device_code"]),
  });
  return String(tokens["access_token"]);
}

/** The headers of the founder's session. */
async function loggedIn(
  base: string,
  sink: MailSink,
  { email, password }: Founder,
): Promise<Record<string, string>> {
  const challenge = await json(`${base}/auth/challenge`);
  const code = sink.nextCode(email);
  const draft = { email, password, proofOfWork: solved(challenge.body) };
  const { body } = await json(`${base}/auth/login`, draft);
  const path = `${base}/auth/login/${body["loginId"]}/code`;
  const { cookie } = await json(path, { code: await code });
  const read = await fetch(`${base}/sessions/current`, { headers: { cookie } });
  const session = (await read.json()) as { csrfToken: string };
  return { cookie, "x-csrf-token": session.csrfToken };
}

async function json(url: string, sent?: object, headers: Record<string, string> = {}) {
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
