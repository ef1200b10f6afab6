/** For tests over HTTP: clients that send a person's browser to the OAuth server, and documents that they serve. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import * as oauth from "oauth4webapi";
import type { Browser } from "./people.ts";
import type { Server } from "./server.ts";

export const INSECURE = { [oauth.allowInsecureRequests]: true };
export const NONE = oauth.None();

/** A host of loopback, which answers each path as it was last told. */
export async function openClientHost() {
  const answers = new Map<string, RequestListener>();
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    const [path = ""] = (request.url ?? "").split("?");
    const answer = answers.get(path);
    if (answer === undefined) response.writeHead(404).end();
    else answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    get requests() {
      return requests;
    },
    /** Answers the path so from now on; returns its address. */
    serve(path: string, answer: RequestListener): string {
      answers.set(path, answer);
      return origin + path;
    },
    /** A document of the client at that path; `more` replaces its fields. */
    document(path: string, more: Record<string, unknown>): string {
      const document = { client_id: origin + path, token_endpoint_auth_method: "none", ...more };
      return this.serve(path, (_, response) => response.end(JSON.stringify(document)));
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type ClientHost = Awaited<ReturnType<typeof openClientHost>>;

export async function discovered({ baseUrl }: Pick<Server, "baseUrl">) {
  const issuer = new URL(new URL(baseUrl).origin);
  const found = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...INSECURE });
  return await oauth.processDiscoveryResponse(issuer, found);
}

/** One login of a client, from the address that it sends a browser to until it has its tokens. */
export async function newFlow(
  { baseUrl }: Pick<Server, "baseUrl">,
  as: oauth.AuthorizationServer,
  clientId: string,
  redirectUri: string,
) {
  const client: oauth.Client = { client_id: clientId };
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: "products:read",
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    resource: `${baseUrl}/mcp`,
  };
  return {
    parameters,
    verifier,
    /** What the server answers a browser that the client has sent. */
    async sends(more: Record<string, string | undefined> = {}, accept = "text/html,*/*;q=0.8") {
      const url = new URL(String(as.authorization_endpoint));
      for (const [name, value] of Object.entries({ ...parameters, ...more })) {
        if (value !== undefined) url.searchParams.append(name, value);
      }
      const response = await fetch(url, { redirect: "manual", headers: { accept } });
      const { status, headers } = response;
      return { status, headers, location: headers.get("location"), text: await response.text() };
    },
    /** The handle of the page of consent that the browser is sent on to. */
    async handle(): Promise<string> {
      const { status, location, text } = await this.sends();
      assert.equal(status, 302, text);
      return handleIn(location);
    },
    /** The parameters that the client gets, checked as a client must. */
    validated(redirectTo: string): URLSearchParams {
      return oauth.validateAuthResponse(as, client, new URL(redirectTo), state);
    },
    async tokens(callback: URLSearchParams, more: Partial<{ verifier: string; uri: string }> = {}) {
      const { verifier: sent = verifier, uri = redirectUri } = more;
      const resource = { additionalParameters: { resource: parameters.resource } };
      const options = { ...INSECURE, ...resource };
      const response = await oauth.authorizationCodeGrantRequest(
        ...([as, client, NONE, callback, uri, sent, options] as const),
      );
      return await oauth.processAuthorizationCodeResponse(as, client, response);
    },
    async refreshed(refreshToken: string | undefined) {
      const sent = await oauth.refreshTokenGrantRequest(
        ...([as, client, NONE, String(refreshToken), INSECURE] as const),
      );
      return await oauth.processRefreshTokenResponse(as, client, sent);
    },
  };
}
export type Flow = Awaited<ReturnType<typeof newFlow>>;

export function handleIn(location: string | null): string {
  const handle = new URLSearchParams(new URL(String(location)).hash.slice(1)).get("request");
  return String(handle);
}

/** Where the browser of the person goes after letting the client in. */
export async function approved(browser: Browser, handle: string): Promise<string> {
  const reply = await browser.post(`/oauth/device/${handle}/approve`, {});
  assert.equal(reply.status, 200, reply.text);
  return String(reply.body["redirectTo"]);
}
