/**
 * The header WWW-Authenticate (RFC 6750, 3, and RFC 9728, 5.1): where a client that was refused finds out
 * how to get a token, and with which scope.
 */
import type { Caller } from "../../contract/declare/caller.ts";
import type { ErrorCode } from "../../contract/refusals/error_catalog.ts";
import { ERROR_CATALOG } from "../../contract/refusals/error_catalog.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import type { EdgeContext } from "../edge_context.ts";
import { RESOURCE_METADATA_PATH } from "../oauth_paths.ts";
import type { Route } from "../route.ts";
import { descriptive } from "./oauth_answer.ts";

/** The line for a request to a route, whose protocol may name another document and other scopes. */
export function challengeOf(
  refusal: Pick<Refusal, "code" | "message" | "details">,
  route: Route | undefined,
  { publicOrigin: origin }: Pick<EdgeContext, "publicOrigin">,
  { authorization, caller }: { authorization: string | undefined; caller: Caller },
): string {
  const { target, gate } = route ?? {};
  const own = target?.kind === "protocol" ? target.protocol.challenge : undefined;
  const scope = own === undefined ? gate?.scope : scopesOfProtocol(own.scope, refusal, caller);
  const { metadataPath } = own ?? {};
  const isSent = authorization !== undefined;
  return challengeLine(refusal.code, {
    origin,
    scope,
    metadataPath,
    isSent,
    says: refusal.message,
  });
}

/**
 * The scopes that a client of a protocol asks for. One whose token lacks a scope asks for those that the token has
 * too, because the next token has what was asked for and nothing else (Model Context Protocol 2025-11-25,
 * Authorization, Scope Challenge Handling: "include both existing relevant scopes and newly required scopes").
 */
function scopesOfProtocol(
  offered: string,
  { code, details }: Pick<Refusal, "code" | "details">,
  caller: Caller,
): string {
  if (code !== "missing_required_scope") return offered;
  const granted = caller.kind === "agent" ? [...caller.scopes] : [];
  return [...granted, details["scope"]].join(" ");
}

/**
 * The line, after "\r\n"; "" for a refusal that no token would change. `origin`: of the address that
 * clients reach this host by. `scope`: of the operation. `metadataPath`: of the document about the
 * resource, where it is not that of the operations. `isSent`: whether a credential was sent. `says`: what a person
 * is told of a scope that is lacking.
 */
export function challengeLine(
  code: ErrorCode,
  {
    origin,
    scope,
    metadataPath = RESOURCE_METADATA_PATH,
    isSent,
    says,
  }: {
    origin: string;
    scope: string | undefined;
    metadataPath?: string | undefined;
    isSent: boolean;
    says: string;
  },
): string {
  const isScope = code === "missing_required_scope";
  if (!isScope && ERROR_CATALOG[code].httpStatus !== 401) return "";
  const error = isScope ? "insufficient_scope" : isSent ? "invalid_token" : undefined;
  const parts = [
    ...(error === undefined ? [] : [`error="${error}"`]),
    `resource_metadata="${origin}${metadataPath}"`,
    ...(scope === undefined ? [] : [`scope="${scope}"`]),
    ...(isScope ? [`error_description="${descriptive(says)}"`] : []),
  ];
  return `\r\nwww-authenticate: Bearer ${parts.join(", ")}`;
}
