/** user.login.mfa.verify: completes a login with the second factor, and begins a session. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { Id } from "../../contract/values/formats.ts";
import { requesterOf } from "../auth/identity_budget.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { BegunSession, beginSession, companyOfSession, sessionMaterial } from "./begun_session.ts";
import { judgeGuess, sentFactor } from "./guess.ts";
import { afterWrongCode, openPending, seenPending } from "./one_time_code.ts";
import { LOGIN_PREFIX, type LoginDocument } from "./pending_document.ts";
import type { LoginEnded, LoginFact } from "./pending_facts.ts";
import { withTotp } from "./user_facts.ts";
import { seenUser } from "./user_lookup.ts";
import { refuseCredentials } from "./user_refusals.ts";
import { FactorCode } from "./user_schema.ts";
import type { PeopleState } from "./user_state.ts";
import { auditedUser } from "./user_view.ts";

export const userLoginMfaVerify = declareWrite<PeopleState>()({
  id: "user.login.mfa.verify",
  summary: "Send the second factor of a log-in",
  description:
    "Takes a code of the authenticator app or a recovery code, each once, and begins a browser session with `mfa: true`. Five wrong codes retire the login, and make the person's next one wait.",
  http: { method: "POST", path: "/auth/login/{loginId}/mfa" },
  principals: ["public"],
  scope: undefined,
  acts: { on: "platform" },
  path: Type.Object({ loginId: Id(LOGIN_PREFIX) }),
  body: Type.Object(
    { code: FactorCode },
    {
      title: "SecondFactor",
      description: "What the authenticator app shows, or a recovery code.",
      additionalProperties: false,
    },
  ),
  output: BegunSession,
  head: { session: "begins" },
  limitsGuesses: "person",
  refusals: ["rate_limited", "invalid_credentials"],
  events: [],
  preparesWith: { snapshot: true },
  async prepare({ loginId, code }, tools) {
    const login = seenPending<LoginDocument>(tools, PLATFORM_TABLE.login, LOGIN_PREFIX, loginId);
    const user = login === undefined ? undefined : seenUser(tools.snapshot(), login.userId);
    return {
      requester: requesterOf(tools, user?.email ?? ""),
      ...(user && { sent: sentFactor(tools, user.userId, user.totp?.sealed, code) }),
      session: sessionMaterial(tools),
    };
  },
  decide(state, { loginId }, context) {
    const { nowMs, prepared } = context;
    const { requester, sent, session } = prepared;
    const login = openPending(
      state.logins,
      { prefix: LOGIN_PREFIX, id: loginId, requester },
      nowMs,
    );
    if (login === undefined || login.stage !== "mfa") return refuseCredentials();
    const { userId, tenantId: chosen } = login;
    const user = state.users.byId(PLATFORM_REALM, userId);
    if (user === undefined || sent === undefined) return refuseCredentials();
    // What was wrong is no code of a mail.
    const tried = { ...afterWrongCode(login, requester), wrongCodes: login.wrongCodes };
    const fact: LoginFact = { kind: "login.changed.1", login: tried };
    const guess = judgeGuess(state, user, { factor: { sent, of: user.totp } }, context, [fact]);
    if (guess.refused) return guess;
    const { totp } = guess;
    // Who was removed from the chosen company since still logs in, for another one or for none.
    const tenantId =
      companyOfSession(state, userId, chosen) ?? companyOfSession(state, userId, undefined) ?? "";
    const ended: LoginEnded = { kind: "login.ended.1", loginId };
    const factor = withTotp(user, totp);
    const begun = beginSession(state, { userId, tenantId, mfa: true }, session, context);
    const decision = accept([ended, factor, ...guess.facts, ...begun.facts], begun.reply);
    const tookRecoveryCode = totp.lastStep === user.totp?.lastStep;
    if (!tookRecoveryCode) return decision;
    return auditedUser(state, decision, { before: user, after: factor.user }, session.from);
  },
});
