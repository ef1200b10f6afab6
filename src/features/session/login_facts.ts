/** The facts about logins of programs and agents: how one begins, is refreshed, loses a token, and ends. */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { CallOrigin, NewCredential } from "../../contract/declare/preparation.ts";
import {
  ACCESS_LASTS_MS,
  ACCESS_TOKENS_MAX,
  type AccessToken,
  endOfSession,
  LOGIN_IDLE_MS,
  LOGIN_LASTS_MS,
  type Login,
  type SessionDocument,
} from "./session_document.ts";
import { type SessionFact, type SessionState, sessions } from "./session_noun.ts";

/** A pair of new tokens as it is stored. All texts of one login have one identity. */
export type TokenPair = Record<"refresh" | "access", Omit<NewCredential, "text">>;

type Begun = Pick<SessionDocument, "userId" | "tenantId" | "mfa"> &
  Omit<Login, "idleEndsAtMs" | "endedAtMs"> & { approvedAtMs: number };

/** A new login. */
export function newLogin(
  { userId, tenantId, mfa, approvedAtMs, ...granted }: Begun,
  { refresh, access }: TokenPair,
  { address, userAgent }: CallOrigin,
  { nowMs, newId }: Pick<DecisionContext, "nowMs" | "newId">,
): SessionFact & { session: { login: Login } } {
  const expiresAtMs = approvedAtMs + LOGIN_LASTS_MS;
  const login: Login = { ...granted, idleEndsAtMs: nowMs + LOGIN_IDLE_MS };
  const kind = granted.agentGrantId === undefined ? ("cli" as const) : ("agent" as const);
  const session = {
    ...{ sessionId: newId("ses"), userId, tenantId, kind, mfa },
    ...stored(refresh),
    ...{ ipAddress: address, userAgent, createdAtMs: nowMs, expiresAtMs, login },
  };
  const begun = { ...session, access: [accessOf(access, session, nowMs)] };
  return sessions.fact("begun", begun) as SessionFact & { session: { login: Login } };
}

/** The login with another pair: the refresh token of before works no more. */
export function refreshedLogin(
  before: SessionDocument,
  login: Login,
  { refresh, access }: TokenPair,
  nowMs: number,
): SessionFact {
  const after = {
    ...before,
    ...stored(refresh),
    login: { ...login, idleEndsAtMs: nowMs + LOGIN_IDLE_MS },
  };
  const live = (before.access ?? []).filter(({ expiresAtMs }) => nowMs < expiresAtMs);
  const kept = live.slice(-(ACCESS_TOKENS_MAX - 1));
  return sessions.fact("changed", { ...after, access: [...kept, accessOf(access, after, nowMs)] });
}

/** The login with other scopes, which the grant of its agent has from now on. */
export function narrowedLogin(
  before: SessionDocument,
  login: Login,
  scopes: readonly string[],
): SessionFact {
  return sessions.fact("changed", { ...before, login: { ...login, scopes } });
}

/** The login without the access token. */
export function withoutAccess(before: SessionDocument, token: AccessToken): SessionFact {
  const access = (before.access ?? []).filter((one) => one !== token);
  return sessions.fact("changed", { ...before, access });
}

/** The login after its time has ended it. */
export function endedLogin(before: SessionDocument, login: Login): SessionFact {
  const endedAtMs = endOfSession(before);
  return sessions.fact("changed", { ...before, login: { ...login, endedAtMs } });
}

/** The login whose tokens have the identity. */
export function loginOfIdentity(
  state: SessionState,
  identity: string,
): (SessionDocument & { login: Login }) | undefined {
  const [session] = state.sessions.inGroup("login", identity);
  return session?.login === undefined ? undefined : { ...session, login: session.login };
}

function stored({ identity, digest }: TokenPair["refresh"]) {
  return { identity, digest };
}

/** The access token as it is stored; it does not outlast its login. */
function accessOf(
  { identity, digest }: TokenPair["access"],
  login: Pick<SessionDocument, "expiresAtMs" | "login">,
  nowMs: number,
): AccessToken {
  return { identity, digest, expiresAtMs: Math.min(nowMs + ACCESS_LASTS_MS, endOfSession(login)) };
}
