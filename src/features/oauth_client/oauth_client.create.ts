/** oauth_client.create: a client registers itself, and gets the id that it is called by (RFC 7591). */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { refuseUnavailable } from "../../contract/refusals/refusal.ts";
import { refuseOauth } from "../oauth_refusal.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { CLIENT_PREFIX, CLIENTS_MAX, UNUSED_KEPT_MS } from "./client_document.ts";
import type { ClientRegistered } from "./client_facts.ts";
import { readMetadata } from "./client_metadata.ts";
import type { ClientState } from "./client_state.ts";

/** Whatever it is, the decision judges it, so that its refusal has the error of RFC 7591, 3.2.2. */
const Metadata = (description: string) => Type.Optional(Type.Unknown({ description }));
const Texts = (description: string) => Type.Array(Type.String(), { description });

export const oauthClientCreate = declareWrite<ClientState>()({
  id: "oauth_client.create",
  summary: "Register a client",
  description:
    "Dynamic registration (RFC 7591) of a public client, which authenticates itself by nothing: whoever registers is believed nothing. One that no person has let in for 7 days is forgotten, and one that no person has let in again for 90.",
  http: { method: "POST", path: "/oauth/register", status: 201 },
  principals: ["public"],
  scope: undefined,
  inContract: false,
  acts: { on: "platform" },
  oauth: { unfitError: "invalid_client_metadata" },
  body: Type.Object(
    {
      redirect_uris: Metadata("Where browsers come back to: https, loopback, or an own scheme."),
      client_name: Metadata("What the client calls itself."),
      grant_types: Metadata("authorization_code is among them, where it is sent."),
      response_types: Metadata("code is among them, where it is sent."),
      token_endpoint_auth_method: Metadata("The answer says none, whatever is sent."),
    },
    { title: "ClientRegistration", description: "What a client says of itself." },
  ),
  output: Type.Object(
    {
      client_id: Type.String({ description: "What the client is called in requests." }),
      client_id_issued_at: Type.Integer({ description: "When it was registered, Unix seconds." }),
      client_name: Type.Optional(Type.String({ description: "As it was sent." })),
      redirect_uris: Texts("As they were sent."),
      grant_types: Texts("What the client may present at the token endpoint."),
      response_types: Texts("What it may ask for."),
      token_endpoint_auth_method: Type.Literal("none", { description: "It has no secret." }),
    },
    { title: "ClientInformation", additionalProperties: false },
  ),
  refusals: ["state_constraint_failed", "ledger_unavailable"],
  events: [],
  decide({ clients, clientDeadlines }, input, { nowMs, newId }) {
    const metadata = readMetadata(input);
    if ("error" in metadata) return refuseOauth(metadata.error, metadata.says);
    const first = clientDeadlines.first(PLATFORM_REALM);
    // Whose end is nearer is relied on by nobody: it was never let in, or its last login is long over.
    const mayGo = first !== undefined && first.atMs <= nowMs + UNUSED_KEPT_MS;
    if (clients.size >= CLIENTS_MAX && !mayGo) {
      return refuseUnavailable("too many clients are registered; use the address of a document");
    }
    const { name, redirectUris } = metadata;
    const client = {
      clientId: newId(CLIENT_PREFIX),
      ...(name !== undefined && { name }),
      redirectUris,
      createdAtMs: nowMs,
    };
    const fact: ClientRegistered = { kind: "oauth_client.registered.1", client };
    return accept([fact], {
      client_id: client.clientId,
      client_id_issued_at: Math.floor(nowMs / 1_000),
      ...(name !== undefined && { client_name: name }),
      redirect_uris: [...redirectUris],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    });
  },
});
