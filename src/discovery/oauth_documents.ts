/**
 * What clients of the OAuth protocol read first: where the endpoints of the authorization server are (RFC
 * 8414), and which server gives tokens for this interface (RFC 9728). They name only what exists.
 */
import {
  AUTHORIZATION_SERVER_PATH,
  BARE_RESOURCE_METADATA_PATH,
  MCP_RESOURCE_METADATA_PATH,
  RESOURCE_METADATA_PATH,
} from "../http/oauth_paths.ts";
import { BASE_PATH } from "../http/route.ts";
import { type FixedDocument, fixedDocument } from "./fixed_document.ts";

/**
 * The scopes that a program may ask for, those that it gets when it names none, and those that an agent may ask
 * for.
 */
export type ScopesOfLogins = {
  all: readonly string[];
  byDefault: readonly string[];
  ofAgents: readonly string[];
};

const JSON_TYPE = "application/json";

export function oauthDocuments(
  origin: string,
  { all, byDefault, ofAgents }: ScopesOfLogins,
): [string, FixedDocument][] {
  const base = origin + BASE_PATH;
  const server = {
    // RFC 8414, 3.3: equal to the address that the document was found by, without the path.
    issuer: origin,
    authorization_endpoint: `${base}/oauth/authorize`,
    device_authorization_endpoint: `${base}/oauth/device`,
    token_endpoint: `${base}/oauth/token`,
    revocation_endpoint: `${base}/oauth/revoke`,
    registration_endpoint: `${base}/oauth/register`,
    client_id_metadata_document_supported: true,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    authorization_response_iss_parameter_supported: true,
    grant_types_supported: [
      "authorization_code",
      "urn:ietf:params:oauth:grant-type:device_code",
      "refresh_token",
    ],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    scopes_supported: [...new Set([...all, ...ofAgents])].sort(),
    service_documentation: `${origin}/docs`,
  };
  const resourceOf = (resource: string, scopes: readonly string[]) =>
    fixedDocument(JSON_TYPE, () =>
      textOf({
        resource,
        authorization_servers: [origin],
        scopes_supported: scopes,
        bearer_methods_supported: ["header"],
        resource_documentation: `${origin}/docs`,
      }),
    );
  const ofResource = resourceOf(base, byDefault);
  return [
    [AUTHORIZATION_SERVER_PATH, fixedDocument(JSON_TYPE, () => textOf(server))],
    [RESOURCE_METADATA_PATH, ofResource],
    [BARE_RESOURCE_METADATA_PATH, ofResource],
    [MCP_RESOURCE_METADATA_PATH, resourceOf(`${base}/mcp`, ofAgents)],
  ];
}

function textOf(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
