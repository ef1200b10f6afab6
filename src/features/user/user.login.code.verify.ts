/** user.login.code.verify: takes the code of the mail; begins a session, or asks for the second factor. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { Id } from "../../contract/values/formats.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { BegunSession, beginSession, companyOfSession, sessionMaterial } from "./begun_session.ts";
import { afterWrongCode, isDigestIn, openPending, seenPending, sentCode } from "./one_time_code.ts";
import {
  ATTEMPTS,
  ATTEMPTS_OF_OTHERS,
  CODE_LASTS_MS,
  LOGIN_PREFIX,
  type LoginDocument,
} from "./pending_document.ts";
import type { LoginEnded, LoginFact } from "./pending_facts.ts";
import { seenUser } from "./user_lookup.ts";
import { refuseCredentials } from "./user_refusals.ts";
import { MailedDigits } from "./user_schema.ts";
import type { PeopleState } from "./user_state.ts";

const FactorAsked = Type.Object(
  {
    mfaRequired: Type.Literal(true, {
      description: "The person has a second factor: `user.login.mfa.verify` takes its code.",
    }),
    loginId: Id(LOGIN_PREFIX),
  },
  {
    title: "SecondFactorAsked",
    description: "No session yet: the second factor is asked for.",
    additionalProperties: false,
  },
);

export const userLoginCodeVerify = declareWrite<PeopleState>()({
  id: "user.login.code.verify",
  summary: "Send the code of a log-in",
  description:
    "Begins a browser session, or answers `mfaRequired` where the person has enrolled TOTP; `user.login.mfa.verify` then takes its code within 10 minutes. Five wrong codes retire the login.",
  http: { method: "POST", path: "/auth/login/{loginId}/code" },
  principals: ["public"],
  scope: undefined,
  acts: { on: "platform" },
  path: Type.Object({ loginId: Id(LOGIN_PREFIX) }),
  body: Type.Object(
    { code: MailedDigits, tenantId: Type.Optional(Id("ten")) },
    {
      title: "LoginVerification",
      description: "The code of the mail, and the company to act for.",
      additionalProperties: false,
    },
  ),
  output: Type.Union([BegunSession, FactorAsked]),
  head: { session: "begins" },
  limitsGuesses: "mailed_code",
  refusals: ["invalid_credentials"],
  events: [],
  preparesWith: { snapshot: true },
  async prepare({ loginId, code }, tools) {
    const pending = seenPending<LoginDocument>(tools, PLATFORM_TABLE.login, LOGIN_PREFIX, loginId);
    const email = pending && seenUser(tools.snapshot(), pending.userId)?.email;
    return {
      sent: sentCode(tools, "login", pending, { code, email }),
      session: sessionMaterial(tools),
    };
  },
  decide(state, { loginId, tenantId: named }, context) {
    const { nowMs, prepared } = context;
    const { codeDigests, requester } = prepared.sent;
    const at = { prefix: LOGIN_PREFIX, id: loginId, requester };
    const login = openPending(state.logins, at, nowMs);
    if (login === undefined || login.stage !== "code") return refuseCredentials();
    const { userId } = login;
    const tenantId = companyOfSession(state, userId, named);
    if (!isDigestIn(login.codeDigest, codeDigests) || tenantId === undefined) {
      const tried = afterWrongCode(login, requester);
      const fact: LoginFact = { kind: "login.changed.1", login: tried };
      return refuseCredentials([fact]);
    }
    if (state.users.byId(PLATFORM_REALM, userId)?.totp !== undefined) {
      const { realm: _, ...taken } = login;
      const codeExpiresAtMs = nowMs + CODE_LASTS_MS;
      const attempts = { attemptsLeft: ATTEMPTS, attemptsOfOthers: ATTEMPTS_OF_OTHERS };
      const stage = { stage: "mfa", tenantId, codeDigest: "", ...attempts } as const;
      const changed: LoginFact = {
        kind: "login.changed.1",
        login: { ...taken, ...stage, codeExpiresAtMs },
      };
      return accept([changed], { mfaRequired: true, loginId });
    }
    const ended: LoginEnded = { kind: "login.ended.1", loginId };
    const begun = beginSession(state, { userId, tenantId, mfa: false }, prepared.session, context);
    return accept([ended, ...begun.facts], begun.reply);
  },
});
