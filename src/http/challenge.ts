/**
 * The header WWW-Authenticate (RFC 6750, 3, and RFC 9728, 5.1): where a client that was refused finds out
 * how to get a token, and with which scope.
 */
import type { ErrorCode } from "../contract/error_catalog.ts";
import { ERROR_CATALOG } from "../contract/error_catalog.ts";
import type { EdgeContext } from "./edge_context.ts";
import { RESOURCE_METADATA_PATH } from "./oauth_paths.ts";
import type { Route } from "./route.ts";

/** The line for a request to a route, whose protocol may name another document and other scopes. */
export function challengeOf(
  code: ErrorCode,
  route: Route | undefined,
  { publicOrigin: origin }: Pick<EdgeContext, "publicOrigin">,
  { authorization }: { authorization: string | undefined },
): string {
  const { target, gate } = route ?? {};
  const own = target?.kind === "protocol" ? target.protocol.challenge : undefined;
  const scope = own?.scope ?? gate?.scope;
  const { metadataPath } = own ?? {};
  return challengeLine(code, { origin, scope, metadataPath, isSent: authorization !== undefined });
}

/**
 * The line, after "\r\n"; "" for a refusal that no token would change. `origin`: of the address that
 * clients reach this host by. `scope`: of the operation. `metadataPath`: of the document about the
 * resource, where it is not that of the operations. `isSent`: whether a credential was sent.
 */
export function challengeLine(
  code: ErrorCode,
  {
    origin,
    scope,
    metadataPath = RESOURCE_METADATA_PATH,
    isSent,
  }: {
    origin: string;
    scope: string | undefined;
    metadataPath?: string | undefined;
    isSent: boolean;
  },
): string {
  const isScope = code === "missing_required_scope";
  if (!isScope && ERROR_CATALOG[code].httpStatus !== 401) return "";
  const error = isScope ? "insufficient_scope" : isSent ? "invalid_token" : undefined;
  const parts = [
    ...(error === undefined ? [] : [`error="${error}"`]),
    `resource_metadata="${origin}${metadataPath}"`,
    ...(scope === undefined ? [] : [`scope="${scope}"`]),
  ];
  return `\r\nwww-authenticate: Bearer ${parts.join(", ")}`;
}
