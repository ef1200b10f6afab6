/**
 * The caller of a change in a company, as its decision needs it: the kind and the scopes of the credential
 * from the preparation, and the role from the shard's own members, because the edge admitted the
 * request by its copy, and the role may have changed since.
 */
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { CallOrigin, PreparationTools } from "../../contract/declare/preparation.ts";
import type { ApiKeyView, Environment } from "../../contract/declare/principal.ts";
import { type Role, rolePermits } from "../../contract/declare/roles.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { endOfSession, isSessionInForce } from "../session/session_document.ts";
import type { SessionState } from "../session/session_noun.ts";
import { membershipsOf } from "./tenant_facts.ts";
import type { TenantState } from "./tenant_state.ts";

/** What the preparation says of the caller. `scopes`: absent of a session, whose role alone decides. */
export type Asker = {
  kind: "session" | "token" | "agent";
  mfa: boolean;
  scopes?: readonly string[];
  /** The login of a program or an agent that asks; absent of every other credential. */
  loginId?: string;
  /** The person who let the agent in; absent where the actor is the person. */
  userId?: string;
  from: CallOrigin;
};

/** The origin of a key, by the kind of the credential that makes it. */
export const ORIGIN_OF: Readonly<Record<Asker["kind"], ApiKeyView["origin"]>> = {
  session: "browser",
  token: "cli",
  agent: "agent",
};

/** The preparation of a change in a company. */
export async function askerOf(
  _input: unknown,
  { caller, from }: Pick<PreparationTools, "caller" | "from">,
): Promise<Asker> {
  const { kind } = caller;
  invariant(
    kind === "session" || kind === "token" || kind === "agent",
    "a change in a company is asked for by a member or an agent",
  );
  if (kind === "session") return { kind, mfa: caller.mfa, from };
  const scopes = [...caller.scopes];
  if (kind === "agent") {
    const { mfa, loginId, userId } = caller;
    return { kind, mfa, scopes, loginId, userId, from };
  }
  const { mfa, loginId } = caller;
  return { kind, mfa, scopes, ...(loginId !== undefined && { loginId }), from };
}

type Asking = Pick<DecisionContext<Asker>, "actor" | "principal" | "prepared">;

/** The user id of the caller, or, where an agent calls, of the person who gave it the grant. */
export function personOf({ actor, prepared }: Pick<Asking, "actor" | "prepared">): string {
  return prepared.userId ?? actor.id;
}

/**
 * `missing_required_permission` unless the role of the member permits it in the environment. An agent has the role of
 * the person who gave it the grant.
 */
export function refuseRoleIn(
  state: TenantState,
  context: Asking,
  permission: string,
  environment: Environment,
): Refusal<"missing_required_permission"> | undefined {
  const role = roleOf(state, context);
  if (role !== undefined && rolePermits(role, permission, environment)) return undefined;
  const who = role === undefined ? "no member of the company" : `the role ${role}, which lacks it`;
  const named = `${permission}@${environment}`;
  const message = `the permission ${named} is needed, and the caller is ${who}`;
  return refuse("missing_required_permission", message, {
    permission: named,
    role: role ?? "none",
  });
}

/**
 * `session_revoked` where the caller's login has ended since the edge admitted the request: a key that it made now
 * would never be ended with it.
 */
export function refuseEndedLogin(
  { sessions }: SessionState,
  { loginId }: Asker,
  nowMs: number,
): Refusal<"session_revoked"> | undefined {
  if (loginId === undefined) return undefined;
  const session = sessions.byId(PLATFORM_REALM, loginId);
  if (session !== undefined && isSessionInForce(session, nowMs)) return undefined;
  const endedAtMs = session === undefined ? nowMs : (session.revokedAtMs ?? endOfSession(session));
  const revokedAt = isoTime(endedAtMs);
  return refuse("session_revoked", `the login ended at ${revokedAt}; log in again`, { revokedAt });
}

/** When the login that asks ends at the latest, milliseconds UTC; undefined where no login asks. */
export function endOfLogin(
  { sessions }: SessionState,
  loginId: string | undefined,
): number | undefined {
  return loginId === undefined ? undefined : sessions.byId(PLATFORM_REALM, loginId)?.expiresAtMs;
}

/**
 * `missing_required_scope` for scopes that the caller may not give to a key: those that the caller's own
 * token lacks, or that the role does not permit in the environment. So no key can do more than its maker.
 * A login of a program may give a key of the sandbox all that the role of its person permits there, because
 * the page of consent said so.
 */
export function refuseScopes(
  state: TenantState,
  context: Asking,
  asked: readonly string[],
  environment: Environment,
): Refusal<"missing_required_scope"> | undefined {
  const { kind, loginId, scopes } = context.prepared;
  const isOfPerson = kind === "token" && loginId !== undefined;
  const own = isOfPerson && environment === "sandbox" ? undefined : scopes;
  const role = roleOf(state, context);
  const isPermitted = (scope: string) =>
    (own === undefined || own.includes(scope)) &&
    role !== undefined &&
    rolePermits(role, scope, environment);
  const scope = asked.find((each) => !isPermitted(each));
  if (scope === undefined) return undefined;
  const message = `the caller may not give ${scope} to a key of ${environment}, because the caller does not have it there`;
  return refuse("missing_required_scope", message, { scope });
}

function roleOf(state: TenantState, asking: Asking): Role | undefined {
  const { principal } = asking;
  const userId = personOf(asking);
  return membershipsOf(state, userId).find(({ tenantId }) => tenantId === principal.tenantId)?.role;
}
