/** user.mfa.totp.enrollment.confirm: enrols the second factor with its first code. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { SECRET } from "../../contract/declare/redaction.ts";
import { mailTo } from "../mail/mail_effect.ts";
import { refuseEnrolled, refuseNotBegun } from "./enrollment.ts";
import { judgeGuess, sentFactor } from "./guess.ts";
import { changedUser } from "./user_facts.ts";
import { callingUser, seenCaller } from "./user_lookup.ts";
import { FactorCode } from "./user_schema.ts";
import type { PeopleState } from "./user_state.ts";
import { auditedUser } from "./user_view.ts";

export const userMfaTotpEnrollmentConfirm = declareWrite<PeopleState>()({
  id: "user.mfa.totp.enrollment.confirm",
  summary: "Confirm a second factor",
  description:
    "Enrols the second factor, and gives ten recovery codes, in this answer alone: each stands in for a code once. The session that asks is not upgraded; log in again.",
  http: { method: "POST", path: "/users/me/mfa/totp/enrollment/confirm" },
  principals: ["session"],
  scope: undefined,
  mfa: "never",
  acts: { on: "platform" },
  body: Type.Object(
    { code: FactorCode },
    {
      title: "TotpConfirmation",
      description: "The first code of the new authenticator app.",
      additionalProperties: false,
    },
  ),
  output: Type.Object(
    {
      recoveryCodes: Type.Optional(
        Type.Array(Type.String(), {
          description: "Ten codes to be kept for the day on which the app is lost.",
          ...SECRET,
        }),
      ),
    },
    {
      title: "RecoveryCodes",
      description: "The codes that stand in for a lost authenticator app.",
      additionalProperties: false,
    },
  ),
  limitsGuesses: "person",
  refusals: ["state_conflict", "rate_limited", "invalid_credentials"],
  events: [],
  preparesWith: { snapshot: true },
  async prepare({ code }, tools) {
    const { userId, enrollment } = seenCaller(tools);
    const recoveryCodes = tools.newRecoveryCodes();
    const { recoveryDigest } = tools.guessing();
    const recoveryDigests = recoveryCodes.map((text) => recoveryDigest(text));
    const sent = sentFactor(tools, userId, enrollment?.sealed, code);
    return { recoveryCodes, recoveryDigests, from: tools.from, sent };
  },
  decide(state, _input, context) {
    const { nowMs, prepared } = context;
    const { recoveryCodes, recoveryDigests, from, sent } = prepared;
    const user = callingUser(state, context);
    const { totp, enrollment, displayName: name, email: to } = user;
    if (totp !== undefined) return refuseEnrolled();
    if (enrollment === undefined || nowMs >= enrollment.expiresAtMs) return refuseNotBegun();
    const begun = { sealed: enrollment.sealed, confirmedAtMs: nowMs, lastStep: 0 };
    const of = { ...begun, recoveryDigests: [] };
    const guess = judgeGuess(state, user, { factor: { sent, of } }, context);
    if (guess.refused) return guess;
    // The step is used with this: the first login needs the next code.
    const enrolled = { ...guess.totp, recoveryDigests };
    const { enrollment: _, ...rest } = user;
    const changed = changedUser(rest, { totp: enrolled }, nowMs);
    const mail = mailTo({ to, template: "mfa_enrolled", values: { name } });
    const decision = { ...accept([changed, ...guess.facts], { recoveryCodes }), effects: [mail] };
    return auditedUser(state, decision, { before: user, after: changed.user }, from);
  },
});
