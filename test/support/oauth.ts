/** For tests over HTTP: a program of the command line at the OAuth endpoints, in forms. */
import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { type Answer, answerOf } from "./exchange.ts";
import type { Browser } from "./people.ts";
import type { Server } from "./server.ts";

export const CLIENT_ID = "service-cli";
export const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

export type OauthReply = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Record<string, unknown>;
};
export type Tokens = { access: string; refresh: string };

const replyOf = ({ status, headers, text }: Answer): OauthReply => ({
  status,
  headers,
  body: text === "" ? {} : JSON.parse(text),
});

/** Sends forms to a server over connections of its own. */
export function openProgram({ baseUrl }: Pick<Server, "baseUrl">, connections = 4) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  function post(
    path: string,
    form: Record<string, string> | string,
    headers: Record<string, string> = {},
  ): Promise<OauthReply> {
    const body = typeof form === "string" ? form : new URLSearchParams(form).toString();
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const length = { "content-length": String(Buffer.byteLength(body)) };
    return exchange("POST", path, { ...type, ...length, ...headers }, body);
  }

  function exchange(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string,
    localAddress = "127.0.0.1",
  ): Promise<OauthReply> {
    return new Promise((resolve, reject) => {
      const url = new URL(`${baseUrl}${path}`);
      const outgoing = request(url, { method, agent, headers, localAddress });
      outgoing.on("error", reject);
      outgoing.on("response", (incoming) => resolve(answerOf(incoming).then(replyOf)));
      outgoing.end(body);
    });
  }

  const poll = (deviceCode: string, clientId = CLIENT_ID) =>
    post("/oauth/token", {
      grant_type: DEVICE_GRANT,
      client_id: clientId,
      device_code: deviceCode,
    });
  const refresh = (refreshToken: string) =>
    post("/oauth/token", {
      grant_type: "refresh_token",
      client_id: CLIENT_ID,
      refresh_token: refreshToken,
    });

  /** Asks to be let in. */
  async function ask(more: Record<string, string> = {}) {
    const { status, body } = await post("/oauth/device", { client_id: CLIENT_ID, ...more });
    assert.equal(status, 200, JSON.stringify(body));
    return { deviceCode: String(body["device_code"]), userCode: String(body["user_code"]), body };
  }

  /** A login of the person at the browser. */
  async function logIn(browser: Browser, scope?: string): Promise<Tokens> {
    const { deviceCode, userCode } = await ask(scope === undefined ? {} : { scope });
    const approved = await browser.post(`/oauth/device/${userCode}/approve`, {});
    assert.equal(approved.status, 200, approved.text);
    return tokensIn(await poll(deviceCode));
  }

  /** What the page of consent reads. It is not in the contract, so no client with the contract asks. */
  async function look(
    { cookie }: Pick<Browser, "cookie">,
    userCode: string,
    localAddress = "127.0.0.1",
  ): Promise<OauthReply> {
    return await exchange("GET", `/oauth/device/${userCode}`, { cookie }, "", localAddress);
  }

  return { post, poll, refresh, ask, logIn, look, close: () => agent.destroy() };
}
export type Program = ReturnType<typeof openProgram>;

export function tokensIn({ status, body }: OauthReply): Tokens {
  assert.equal(status, 200, JSON.stringify(body));
  return { access: String(body["access_token"]), refresh: String(body["refresh_token"]) };
}

/** Asserts a refusal of the protocol. */
export function refusedAs(reply: OauthReply, error: string, status = 400): void {
  assert.deepEqual(
    [reply.body["error"], reply.status],
    [error, status],
    JSON.stringify(reply.body),
  );
  assert.equal(typeof reply.body["error_description"], "string");
  assert.equal(reply.headers["cache-control"], "no-store");
}
