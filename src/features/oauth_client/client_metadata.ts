/**
 * What a client says of itself, when it registers (RFC 7591) or in a document at its address: read as far as
 * this server uses it. Everything else "the authorization server MUST ignore" (RFC 7591, 2).
 */
import { AGENT_NAME_MAX } from "../agent/agent_document.ts";
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
/** The most characters of a client's name, by which an agent is called at first. */
export const CLIENT_NAME_MAX = AGENT_NAME_MAX;

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
  if (name !== undefined && !isName(name)) {
    return fieldFault(`client_name must be a text of 1 to ${CLIENT_NAME_MAX} characters`);
  }
  if (!mayHave(value["grant_types"], "authorization_code")) {
    return fieldFault(
      "grant_types must have authorization_code, which is how a client gets in here",
    );
  }
  if (!mayHave(value["response_types"], "code")) {
    return fieldFault("response_types must have code, the only one that there is");
  }
  const redirectUris = uris as readonly string[];
  return { ...(name !== undefined && { name: name as string }), redirectUris };
}

/** Well-formed, so that it is stored and shown as it came, and not blank. */
function isName(name: unknown): boolean {
  if (typeof name !== "string" || name.length > CLIENT_NAME_MAX) return false;
  return name.trim() !== "" && name.isWellFormed();
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
