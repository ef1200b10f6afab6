/**
 * Clients whose id is the address of a document that says what they are
 * (draft-ietf-oauth-client-id-metadata-document): which addresses there may be, and what the document must say.
 */
import {
  FETCHED_BYTES_MAX,
  type FetchedDocument,
  type FetchRules,
} from "../../contract/declare/fetched_document.ts";
import { isLocalName } from "../../contract/values/webhook_url.ts";
import { type ClientMetadata, readMetadata } from "./client_metadata.ts";

/** The most characters of the id of a client. */
export const CLIENT_ID_MAX = 512;

/** Whether the id of a client is an address, good or not. */
export function isClientAddress(clientId: string): boolean {
  return /^https?:/i.test(clientId);
}

/**
 * What is wrong with the address, as a predicate; undefined where its document may be fetched. It has https, a
 * path, and neither a fragment, nor dots as parts of its path, nor a user; a query SHOULD NOT be there, and none is
 * taken. It is in the form in which browsers write it, so that it is shown as what it is.
 */
export function clientAddressFault(
  clientId: string,
  { allowsLoopback }: FetchRules,
): string | undefined {
  const url = URL.canParse(clientId) ? new URL(clientId) : undefined;
  if (url === undefined || url.href !== clientId || clientId.length > CLIENT_ID_MAX) {
    return "is no address in its usual form";
  }
  const { protocol, hostname, pathname, username, password, search, hash } = url;
  const isLocal = hostname === "127.0.0.1" || isLocalName(hostname);
  if (protocol !== "https:" && !(allowsLoopback && isLocal)) return "is not https";
  if (username !== "" || password !== "") return "has a user name or a password";
  if (search !== "" || hash !== "" || /[?#]/.test(clientId)) return "has a query or a fragment";
  return pathname === "/" ? "has no path" : undefined;
}

/**
 * What the document says of the client, or why it is none, as a sentence for whoever has sent the browser. Anybody
 * may name any address here: until the document says that it is the client's, one sentence stands for all that can
 * be wrong, so that no answer tells an address where nothing listens from one where something does.
 */
export function readClientDocument(
  clientId: string,
  fetched: FetchedDocument | undefined,
): ClientMetadata | { says: string; isForNow?: true } {
  if (fetched === undefined) return { says: NOT_FOUND };
  if ("fault" in fetched) {
    return fetched.fault === "busy" ? { says: BUSY, isForNow: true } : { says: NOT_FOUND };
  }
  const value = parsed(fetched.text);
  // "MUST match the document URL using simple string comparison" (the draft, Client Metadata).
  if (value?.["client_id"] !== clientId) return { says: NOT_FOUND };
  const method = value["token_endpoint_auth_method"];
  if (method !== undefined && method !== "none") {
    return { says: "the client authenticates itself, and clients here do not: none is the method" };
  }
  const metadata = readMetadata(value);
  return "error" in metadata
    ? { says: `in the document of the client, ${metadata.says}` }
    : metadata;
}

const NOT_FOUND =
  "no document of the client was found at its address: it must be at a public address, be answered with 200 within a " +
  `few seconds and without a redirect, have at most ${FETCHED_BYTES_MAX} bytes, and be a JSON object whose client_id ` +
  "is that address";
const BUSY = "too many documents of clients are fetched now; try again in a minute";

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
