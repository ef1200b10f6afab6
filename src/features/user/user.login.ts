/** user.login: checks address and password, and mails a code. */
import { Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { canonicalEmail, EmailAddress } from "../../contract/values/email_address.ts";
import { Id, Timestamp } from "../../contract/values/formats.ts";
import { Password } from "../../contract/values/password.ts";
import { seenAsked } from "../auth/identity_budget.ts";
import { ProofOfWork, seenProof } from "../auth/used_proof.ts";
import { mailTo } from "../mail/mail_effect.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { begin, newMailedCodes } from "./one_time_code.ts";
import { paidRequest } from "./paid_request.ts";
import { LOGIN_PREFIX } from "./pending_document.ts";
import type { LoginFact } from "./pending_facts.ts";
import { markOf, seenByEmail } from "./user_lookup.ts";
import { refuseCredentials } from "./user_refusals.ts";
import type { PeopleState } from "./user_state.ts";

export const userLogin = declareWrite<PeopleState>()({
  id: "user.login",
  summary: "Log in",
  description:
    "Checks the password and mails six digits, which `user.login.code.verify` takes within 10 minutes. An unknown address and a wrong password get the same answer in the same time.",
  http: { method: "POST", path: "/auth/login", status: 201 },
  principals: ["public"],
  scope: undefined,
  acts: { on: "platform" },
  body: Type.Object(
    { email: EmailAddress, password: Password, proofOfWork: ProofOfWork },
    { title: "LoginDraft", description: "Who logs in.", additionalProperties: false },
  ),
  output: Type.Object(
    {
      loginId: Id(LOGIN_PREFIX),
      codeExpiresAt: Timestamp,
      attemptsLeft: Type.Integer({
        minimum: 0,
        description: "How many wrong codes retire the login.",
      }),
    },
    {
      title: "Login",
      description: "A login that waits for the code of its mail.",
      additionalProperties: false,
    },
  ),
  limitsGuesses: "proof",
  refusals: ["rate_limited", "invalid_credentials"],
  events: [],
  preparesWith: { snapshot: true },
  async prepare({ email, password, proofOfWork }, tools) {
    const to = canonicalEmail(email) as string;
    const proof = await seenProof(tools, proofOfWork);
    const asked = seenAsked(tools, to);
    const user = seenByEmail(tools.snapshot(), to);
    // A hash is dear: whoever has not paid for it with a proof gets none, for known and unknown addresses.
    const isPaid = proof !== undefined && !asked.isSpent;
    const isRight = isPaid && (await tools.guessing().verifyPassword(user?.passwordHash, password));
    return {
      proof,
      asked,
      codes: newMailedCodes(tools, "login", "login_code", to),
      ...(isRight && user && { userId: user.userId, password: markOf(user.passwordHash) }),
    };
  },
  decide(state, _input, { nowMs, newId, prepared }) {
    const { asked, codes, userId, password } = prepared;
    const paid = paidRequest(state, prepared, { nowMs });
    if (paid.refused) return paid;
    const { facts } = paid;
    const user = userId === undefined ? undefined : state.users.byId(PLATFORM_REALM, userId);
    if (user === undefined || markOf(user.passwordHash) !== password) {
      return refuseCredentials(facts);
    }
    const loginId = newId(LOGIN_PREFIX);
    // Whoever has the password gets the mail: a stranger can use up no mails of a log-in.
    const wishes = { codes, requester: asked.requester, getsMail: true };
    const { begun, mailed } = begin(state.logins, user.userId, wishes, nowMs);
    const login = { ...begun, loginId, userId: user.userId, stage: "code" as const };
    const fact: LoginFact = { kind: "login.begun.1", login };
    const { attemptsLeft, codeExpiresAtMs: expiresAtMs } = begun;
    const reply = { loginId, codeExpiresAt: isoTime(expiresAtMs), attemptsLeft };
    const { email: to, displayName: name } = user;
    const sealed = mailed?.sealed;
    const mail = mailTo({ to, template: "login_code", values: { name }, sealed, expiresAtMs });
    return { ...accept([...facts, fact], reply), effects: [mail] };
  },
});
