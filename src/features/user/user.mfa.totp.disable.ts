/** user.mfa.totp.disable: removes the second factor, with the password and a code. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { Password } from "../../contract/values/password.ts";
import { mailTo } from "../mail/mail_effect.ts";
import { judgeGuess, sentFactor, sentPassword } from "./guess.ts";
import { changedUser } from "./user_facts.ts";
import { callingUser, seenCaller } from "./user_lookup.ts";
import { FactorCode, Nothing } from "./user_schema.ts";
import type { PeopleState } from "./user_state.ts";
import { auditedUser } from "./user_view.ts";

export const userMfaTotpDisable = declareWrite<PeopleState>()({
  id: "user.mfa.totp.disable",
  summary: "Disable your second factor",
  description:
    "Takes the password and a code, from a session whose login was completed with the second factor. The recovery codes go with it. After five wrong ones, in all sessions together, the next is looked at after a wait.",
  http: { method: "POST", path: "/users/me/mfa/totp/disable", status: 204 },
  principals: ["session"],
  scope: undefined,
  mfa: "always",
  acts: { on: "platform" },
  body: Type.Object(
    { password: Password, code: FactorCode },
    {
      title: "TotpDisabling",
      description: "What proves that the person disables the factor.",
      additionalProperties: false,
    },
  ),
  output: Nothing,
  limitsGuesses: "person",
  refusals: ["rate_limited", "invalid_credentials"],
  events: [],
  preparesWith: { snapshot: true },
  async prepare({ password, code }, tools) {
    const user = seenCaller(tools);
    return {
      password: await sentPassword(tools, user, password),
      factor: sentFactor(tools, user.userId, user.totp?.sealed, code),
      from: tools.from,
    };
  },
  decide(state, _input, context) {
    const { nowMs, prepared } = context;
    const user = callingUser(state, context);
    const { password, factor: sent } = prepared;
    const guess = judgeGuess(state, user, { password, factor: { sent, of: user.totp } }, context);
    if (guess.refused) return guess;
    const { totp: _, ...rest } = user;
    const changed = changedUser(rest, {}, nowMs);
    const { displayName: name, email: to } = user;
    const mail = mailTo({ to, template: "mfa_disabled", values: { name } });
    const decision = { ...accept([changed, ...guess.facts]), effects: [mail] };
    return auditedUser(state, decision, { before: user, after: changed.user }, prepared.from);
  },
  respond: () => "",
});
