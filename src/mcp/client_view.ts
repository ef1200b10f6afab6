/** What a client says of itself in the envelope of a request (2026-07-28). */
import { CLIENT_CAPABILITIES_META_KEY } from "@modelcontextprotocol/server";

/** Whether the client can show an address to its user (2026-07-28, Elicitation: Capabilities). */
export function canOpenUrl(meta: Readonly<Record<string, unknown>>): boolean {
  const capabilities = meta[CLIENT_CAPABILITIES_META_KEY];
  const elicitation = isMap(capabilities) ? capabilities["elicitation"] : undefined;
  return isMap(elicitation) && isMap(elicitation["url"]);
}

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
