/**
 * The header WWW-Authenticate (RFC 6750, 3, and RFC 9728, 5.1): where a client that was refused finds out
 * how to get a token, and with which scope.
 */
import type { ErrorCode } from "../contract/error_catalog.ts";
import { ERROR_CATALOG } from "../contract/error_catalog.ts";
import { RESOURCE_METADATA_PATH } from "./oauth_paths.ts";

/**
 * The line, after "\r\n"; "" for a refusal that no token would change. `origin`: of the address that
 * clients reach this host by. `scope`: of the operation. `isSent`: whether a credential was sent.
 */
export function challengeLine(
  code: ErrorCode,
  { origin, scope, isSent }: { origin: string; scope: string | undefined; isSent: boolean },
): string {
  const isScope = code === "missing_required_scope";
  if (!isScope && ERROR_CATALOG[code].httpStatus !== 401) return "";
  const error = isScope ? "insufficient_scope" : isSent ? "invalid_token" : undefined;
  const parts = [
    ...(error === undefined ? [] : [`error="${error}"`]),
    `resource_metadata="${origin}${RESOURCE_METADATA_PATH}"`,
    ...(scope === undefined ? [] : [`scope="${scope}"`]),
  ];
  return `\r\nwww-authenticate: Bearer ${parts.join(", ")}`;
}
