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

/** The scopes that a program may ask for, and those that it gets when it names none. */
export type ScopesOfLogins = { all: readonly string[]; byDefault: readonly string[] };

const JSON_TYPE = "application/json";

export function oauthDocuments(
  origin: string,
  { all, byDefault }: ScopesOfLogins,
): [string, FixedDocument][] {
  const base = origin + BASE_PATH;
  const server = {
    // RFC 8414, 3.3: equal to the address that the document was found by, without the path.
    issuer: origin,
    device_authorization_endpoint: `${base}/oauth/device`,
    token_endpoint: `${base}/oauth/token`,
    revocation_endpoint: `${base}/oauth/revoke`,
    // Required by RFC 8414, 2; without an authorization endpoint there is none.
    response_types_supported: [],
    grant_types_supported: ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    scopes_supported: all,
    service_documentation: `${origin}/docs`,
  };
  const resource = {
    resource: base,
    authorization_servers: [origin],
    scopes_supported: byDefault,
    bearer_methods_supported: ["header"],
    resource_documentation: `${origin}/docs`,
  };
  const ofResource = fixedDocument(JSON_TYPE, () => textOf(resource));
  const ofAgents = { ...resource, resource: `${base}/mcp` };
  return [
    [AUTHORIZATION_SERVER_PATH, fixedDocument(JSON_TYPE, () => textOf(server))],
    [RESOURCE_METADATA_PATH, ofResource],
    [BARE_RESOURCE_METADATA_PATH, ofResource],
    [MCP_RESOURCE_METADATA_PATH, fixedDocument(JSON_TYPE, () => textOf(ofAgents))],
  ];
}

function textOf(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
