/** What a client says of itself in the envelope of a request (2026-07-28). */
import { CLIENT_CAPABILITIES_META_KEY } from "@modelcontextprotocol/server";

/** Whether the client can show an address to its user (2026-07-28, Elicitation: Capabilities). */
export function canOpenUrl(meta: Readonly<Record<string, unknown>>): boolean {
  const capabilities = meta[CLIENT_CAPABILITIES_META_KEY];
  const elicitation = isMap(capabilities) ? capabilities["elicitation"] : undefined;
  return isMap(elicitation) && isMap(elicitation["url"]);
}

/** The revision of the protocol that gave tools an `outputSchema` (2025-06-18, Key Changes). */
const OUTPUT_SCHEMAS_SINCE = "2025-06-18";

/**
 * Whether clients of this revision of the protocol know `outputSchema`, which older revisions lack. `version`: the
 * value of the header `mcp-protocol-version`; "" stands for 2025-03-26 (2025-06-18, Protocol Version Header).
 */
export function readsOutputs(version: string): boolean {
  return version >= OUTPUT_SCHEMAS_SINCE;
}

/** Whether the value is an object of JSON: no array, and not null. */
export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
