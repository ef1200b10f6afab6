/** What a program asks for with an authorization request, once it is known who it is and where its answer goes. */
import { given, type OauthError, scopesIn } from "../oauth_refusal.ts";
import { mcpResource } from "../oauth_resources.ts";
import { agentScopes } from "../operation_ids.ts";

/** The parameters of the request that say what is asked for; those of RFC 6749, 4.1.1, RFC 7636 and RFC 8707. */
export type RequestParameters = {
  response_type?: string;
  response_mode?: string;
  scope?: string;
  code_challenge?: string;
  code_challenge_method?: string;
  resource?: string;
};

export type AskedAuthorization = {
  resource: string;
  scopes: readonly string[];
  /** SHA-256 of the verifier, base64url. */
  challenge: string;
};

export type RequestFault = { error: OauthError; says: string };

/** 32 bytes as base64url without padding (RFC 7636, 4.2). */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

export function readRequest(
  parameters: RequestParameters,
  publicUrl: string,
): AskedAuthorization | RequestFault {
  const responseType = given(parameters.response_type);
  if (responseType === undefined) return fault("invalid_request", "response_type is missing");
  if (responseType !== "code") return fault("unsupported_response_type", "response_type is code");
  if ((given(parameters.response_mode) ?? "query") !== "query") {
    return fault("invalid_request", "response_mode is query");
  }
  const challenge = given(parameters.code_challenge);
  // Without the method it would be plain (RFC 7636, 4.3), which protects nothing that is seen on its way.
  if (challenge === undefined || given(parameters.code_challenge_method) !== "S256") {
    return fault("invalid_request", "code_challenge with code_challenge_method S256 is needed");
  }
  if (!CHALLENGE.test(challenge)) {
    return fault("invalid_request", "code_challenge is no SHA-256 as base64url");
  }
  const resource = given(parameters.resource);
  if (resource !== mcpResource(publicUrl)) {
    return fault("invalid_target", `the resource must be ${mcpResource(publicUrl)}`);
  }
  const known = agentScopes();
  const scopes = scopesIn(parameters.scope) ?? known;
  if (!scopes.every((scope) => known.includes(scope))) {
    return fault("invalid_scope", `there are the scopes ${known.join(" ")}`);
  }
  return { resource, scopes, challenge };
}

function fault(error: OauthError, says: string): RequestFault {
  return { error, says };
}
