/**
 * What a client says of itself, when it registers (RFC 7591) or in a document at its address: read as far as
 * this server uses it. Everything else "the authorization server MUST ignore" (RFC 7591, 2).
 */
import { AGENT_NAME_IS, isAgentName } from "../agent/agent_name.ts";
import { redirectFault } from "./redirect_uri.ts";

export type ClientMetadata = {
  /** What the client calls itself; anybody may call a client anything. */
  name?: string;
  redirectUris: readonly string[];
};

export type MetadataFault = {
  error: "invalid_redirect_uri" | "invalid_client_metadata";
  says: string;
};

/** The most redirect URIs of a client, and characters of all of them: what is kept of one is bounded. */
export const REDIRECT_URIS_MAX = 20;
export const REDIRECT_CHARACTERS_MAX = 4_096;

export function readMetadata(
  value: Readonly<Record<string, unknown>>,
): ClientMetadata | MetadataFault {
  const { client_name: name, redirect_uris: uris } = value;
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > REDIRECT_URIS_MAX) {
    return uriFault(`redirect_uris must be a list of 1 to ${REDIRECT_URIS_MAX} addresses`);
  }
  for (const [at, uri] of uris.entries()) {
    const fault = typeof uri === "string" ? redirectFault(uri) : "is no text";
    if (fault !== undefined) return uriFault(`redirect_uris[${at}] ${fault}`);
  }
  if (uris.join("").length > REDIRECT_CHARACTERS_MAX) {
    return uriFault(`redirect_uris must have ${REDIRECT_CHARACTERS_MAX} characters at the most`);
  }
  // By its client's name an agent is called at first.
  if (name !== undefined && !isAgentName(name)) return fieldFault(`client_name ${AGENT_NAME_IS}`);
  if (!mayHave(value["grant_types"], "authorization_code")) {
    return fieldFault(
      "grant_types must have authorization_code, which is how a client gets in here",
    );
  }
  if (!mayHave(value["response_types"], "code")) {
    return fieldFault("response_types must have code, the only one that there is");
  }
  const redirectUris = uris as readonly string[];
  return { ...(name !== undefined && { name }), redirectUris };
}

/** Whether the list is absent, or a list that has the text. */
function mayHave(list: unknown, text: string): boolean {
  return list === undefined || (Array.isArray(list) && list.includes(text));
}

function uriFault(says: string): MetadataFault {
  return { error: "invalid_redirect_uri", says };
}

function fieldFault(says: string): MetadataFault {
  return { error: "invalid_client_metadata", says };
}
