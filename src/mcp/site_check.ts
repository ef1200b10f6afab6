/**
 * Whether a request comes from where it may: a page of another site must not use an agent's server by
 * a browser, nor reach it under a name of its own that leads here (DNS rebinding).
 */
import type { ErrorCode } from "../contract/refusals/error_catalog.ts";

/** Names under which a server on this machine is reached. */
const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** A request that is refused before its credential is looked at. */
export type SiteRefusal = { status: number; contentType: string; body: string; code: ErrorCode };

/**
 * A function that refuses a request by its `Host` and `Origin`, with 403; undefined where both are right.
 * `publicOrigin`: scheme, name and port that clients reach this server by.
 */
export function siteCheck(
  publicOrigin: string,
): (host: string, origin: string) => SiteRefusal | undefined {
  const { hostname } = new URL(publicOrigin);
  const isLocal = LOOPBACK.has(hostname);
  /** The last Host that was right: nearly every request has the same. */
  let known: string | undefined;
  return (host, origin) => {
    if (host !== known) {
      const named = hostnameOf(`http://${host}`);
      if (named !== hostname && !LOOPBACK.has(named ?? "")) {
        return refusal("Host", "the request names another host than this server");
      }
      known = host;
    }
    if (origin === "" || origin === publicOrigin) return undefined;
    if (isLocal && LOOPBACK.has(hostnameOf(origin) ?? "")) return undefined;
    return refusal("Origin", "the request comes from a page of another site");
  };
}

function hostnameOf(url: string): string | undefined {
  try {
    return new URL(url).hostname;
  } catch {
    return undefined;
  }
}

/** "403 Forbidden … MAY comprise a JSON-RPC error response that has no id" (2025-11-25, Transports). */
function refusal(header: string, message: string): SiteRefusal {
  const code = "csrf_token_invalid";
  const error = { code: -32_000, message, data: { code, details: { header } } };
  return {
    status: 403,
    contentType: "application/json",
    body: JSON.stringify({ jsonrpc: "2.0", id: null, error }),
    code,
  };
}
