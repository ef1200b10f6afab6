/**
 * oauth.authorize: a program sends a person's browser here, to come back with a code (RFC 6749, 4.1; PKCE of RFC
 * 7636). What is wrong with the client or its redirect URI is told to the person and sent nowhere; every
 * other error goes back to the program (RFC 6749, 4.1.2.1).
 */
import { Type } from "@sinclair/typebox";
import type { FetchRules } from "../../contract/declare/fetched_document.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import type {
  CallOrigin,
  NewCredential,
  PreparationTools,
} from "../../contract/declare/preparation.ts";
import { SECRET } from "../../contract/declare/redaction.ts";
import { refuseIssues } from "../../contract/values/page.ts";
import { AGENT_NAME_MAX, isAgentName } from "../agent/agent_name.ts";
import {
  DEVICE_LASTS_SECONDS,
  DEVICE_PREFIX,
  DEVICES_MAX,
  type DeviceDocument,
  POLL_INTERVAL_SECONDS,
} from "../device_authorization/device_document.ts";
import type { DeviceFact } from "../device_authorization/device_facts.ts";
import { backWith } from "../device_authorization/device_redirect.ts";
import type { DeviceState } from "../device_authorization/device_state.ts";
import { digestOfUserCode } from "../device_authorization/user_code.ts";
import { CLIENT_ID_MAX } from "../oauth_client/client_address.ts";
import type { ClientState } from "../oauth_client/client_state.ts";
import {
  documentToFetch,
  namedClient,
  type ReadClient,
  readNamedClient,
} from "../oauth_client/named_client.ts";
import { isSameRedirect, REDIRECT_URI_MAX, redirectFault } from "../oauth_client/redirect_uri.ts";
import { given, refuseOauth } from "../oauth_refusal.ts";
import { readRequest } from "./authorization_request.ts";

/** What the preparation makes, and what it has read of the document of the client. */
type Prepared = {
  /** Holds the place of the code's, which is made when a person has decided. */
  unknown: Pick<NewCredential, "identity" | "digest">;
  handle: string;
  handleDigest: string;
  read: ReadClient;
  publicUrl: string;
  from: CallOrigin;
};

const Parameter = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));

export const oauthAuthorize = declareWrite<DeviceState & ClientState>()({
  id: "oauth.authorize",
  summary: "Ask a person to let a program in, and come back with a code",
  description:
    "The first step of the authorization code flow: the browser goes on to the page of consent, and from there back to the program.",
  http: { method: "GET", path: "/oauth/authorize", status: 302 },
  principals: ["public"],
  scope: undefined,
  inContract: false,
  acts: { on: "platform" },
  answers: "redirect",
  // An error that goes back to the program is an answer, and changes nothing.
  recording: { onlyChanges: true },
  query: Type.Object(
    {
      client_id: Parameter(CLIENT_ID_MAX, "The address of the client's document, or its id here."),
      redirect_uri: Parameter(REDIRECT_URI_MAX, "Where the browser comes back to."),
      response_type: Parameter(200, "`code`."),
      response_mode: Parameter(200, "`query`, if it is sent."),
      scope: Parameter(8_000, "Scopes with spaces between; all of them where it is absent."),
      state: Type.Optional(
        Type.String({ maxLength: 2_048, description: "Comes back as it is.", ...SECRET }),
      ),
      code_challenge: Parameter(200, "SHA-256 of the verifier, base64url."),
      code_challenge_method: Parameter(200, "`S256`."),
      resource: Parameter(2_048, "The interface that the tokens are for: that of agents."),
    },
    { title: "AuthorizationRequest", description: "What a program asks for." },
  ),
  output: Type.Object(
    {
      location: Type.Optional(
        Type.String({ ...SECRET, description: "Where the browser is sent to." }),
      ),
    },
    { title: "AuthorizationRedirect", additionalProperties: false },
  ),
  refusals: ["invalid_request", "state_constraint_failed", "ledger_unavailable"],
  events: [],
  preparesWith: {
    documentAt: ({ client_id }, rules: FetchRules) => documentToFetch(given(client_id), rules),
  },
  async prepare({ client_id }: { client_id?: string }, tools: PreparationTools): Promise<Prepared> {
    const { publicUrl, from } = tools;
    const { identity: handle } = tools.newCredential("code");
    const { identity, digest } = tools.newCredential("code");
    const handleDigest = digestOfUserCode(tools.digest, handle);
    const read = readNamedClient(given(client_id), tools);
    return { unknown: { identity, digest }, handle, handleDigest, read, publicUrl, from };
  },
  decide(state, input, { nowMs, newId, prepared }) {
    const { unknown, handle, handleDigest, read, publicUrl, from } = prepared;
    const clientId = given(input.client_id);
    const uri = given(input.redirect_uri);
    if (clientId === undefined) return refuseMissing("client_id");
    const client = namedClient(state, { clientId, read, nowMs });
    if ("refused" in client) return client;
    if (uri === undefined) return refuseMissing("redirect_uri");
    const isKnown = client.redirectUris.some((registered) => isSameRedirect(registered, uri));
    if (!isKnown || redirectFault(uri) !== undefined) {
      return refuseOauth("invalid_redirect_uri", "the redirect_uri is none of this client");
    }
    const sentState = given(input.state);
    const redirect = { uri, ...(sentState !== undefined && { state: sentState }) };
    const asked = readRequest(input, publicUrl);
    const isFull = state.devices.size >= DEVICES_MAX;
    if ("error" in asked || isFull) {
      const { error, says } = "error" in asked ? asked : FULL;
      return accept([], {
        location: backWith(redirect, { error, error_description: says }, publicUrl),
      });
    }
    const { challenge, resource, scopes } = asked;
    const document: Omit<DeviceDocument, "realm"> = {
      deviceAuthorizationId: newId(DEVICE_PREFIX),
      status: "pending",
      userCodeDigest: handleDigest,
      ...unknown,
      clientId,
      resource,
      scopes,
      // An earlier version registered clients with names of invisible characters.
      agentName: isAgentName(client.name) ? client.name : nameOf(clientId),
      redirect: { ...redirect, challenge },
      intervalSeconds: POLL_INTERVAL_SECONDS,
      ipAddress: from.address,
      userAgent: from.userAgent,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + DEVICE_LASTS_SECONDS * 1_000,
    };
    const fact: DeviceFact = { kind: "device_authorization.begun.1", device: document };
    return accept([fact], { location: `${publicUrl}/console/authorize#request=${handle}` });
  },
});

const FULL = {
  error: "temporarily_unavailable",
  says: "too many programs wait to be let in; try again in a minute",
} as const;

/** What a client is called that does not say it: the host of its document, or its id here. */
function nameOf(clientId: string): string {
  const name = URL.canParse(clientId) ? new URL(clientId).host : clientId;
  return name.slice(0, AGENT_NAME_MAX);
}

function refuseMissing(name: string) {
  return refuseIssues([{ code: "required", message: `${name} is missing`, path: [name] }]);
}
