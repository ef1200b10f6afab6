/**
 * The grant of a refresh token (RFC 6749, 6). Each is taken once. All refresh tokens of a login have one
 * identity, so one that is not the current one was used before, or somebody has a part of it: nobody can
 * say who is the thief, and the whole login ends (RFC 9700, 4.14.2), in the same decision.
 */
import type { Acceptance, DecisionContext } from "../../contract/declare/operation.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import { refuseOauth, scopesIn } from "../oauth_refusal.ts";
import { loginOfIdentity, refreshedLogin } from "../session/login_facts.ts";
import { isSessionInForce } from "../session/session_document.ts";
import { isDigestIn } from "../user/one_time_code.ts";
import { refuseReused } from "./reuse.ts";
import {
  type Asked,
  answerTokens,
  type GrantState,
  storedPair,
  type Tokens,
} from "./token_answer.ts";

type Refused = Refusal<"state_constraint_failed">;

export function fromRefresh(
  state: GrantState,
  { clientId, resource, scope }: Asked,
  context: DecisionContext<Tokens>,
): Acceptance | Refused {
  const { nowMs, prepared } = context;
  const { presented } = prepared;
  const session =
    presented?.word === "refresh" ? loginOfIdentity(state, presented.identity) : undefined;
  if (presented === undefined || session === undefined) {
    return refuseOauth("invalid_grant", "the refresh token is none of this server");
  }
  if (!isSessionInForce(session, nowMs)) {
    return refuseOauth("invalid_grant", "the login has ended; log in again");
  }
  if (!isDigestIn(session.digest, presented.digests))
    return refuseReused(state, session, context, "refresh_token_reused");
  const { login } = session;
  if (login.clientId !== clientId) {
    return refuseOauth("invalid_grant", "the refresh token is none of this client");
  }
  if (resource !== undefined && resource !== login.resource) {
    return refuseOauth("invalid_target", `the login is for ${login.resource}`);
  }
  if (scopesIn(scope)?.every((one) => login.scopes.includes(one)) === false) {
    return refuseOauth("invalid_scope", `the login has the scopes ${login.scopes.join(" ")}`);
  }
  const refreshed = refreshedLogin(session, login, storedPair(prepared), nowMs);
  return answerTokens([refreshed], refreshed.session, prepared, nowMs);
}
