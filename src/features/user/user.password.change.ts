/** user.password.change: sets a new password, and ends the person's other sessions. */
import { Type } from "@sinclair/typebox";
import { declareWrite } from "../../contract/declare/operation.ts";
import { NewPassword, newPasswordFault, Password } from "../../contract/values/password.ts";
import { endSessionsOf } from "../session/session_end.ts";
import { judgeGuess, sentPassword } from "./guess.ts";
import { acceptNewPassword } from "./new_password.ts";
import { callingUser, seenCaller } from "./user_lookup.ts";
import { refuseNewPassword } from "./user_refusals.ts";
import { Nothing } from "./user_schema.ts";
import type { PeopleState } from "./user_state.ts";

export const userPasswordChange = declareWrite<PeopleState>()({
  id: "user.password.change",
  summary: "Change your password",
  description:
    "Revokes your other sessions; the one that asks goes on. Personal access tokens stay, and are revoked one by one. After five wrong passwords, in all sessions together, the next is looked at after a wait.",
  http: { method: "POST", path: "/users/me/password", status: 204 },
  principals: ["session"],
  scope: undefined,
  acts: { on: "platform" },
  body: Type.Object(
    { currentPassword: Password, newPassword: NewPassword },
    {
      title: "PasswordChange",
      description: "The password as it is, and as it shall be.",
      additionalProperties: false,
    },
  ),
  output: Nothing,
  limitsGuesses: "person",
  refusals: ["rate_limited", "invalid_credentials", "invalid_request"],
  events: [],
  preparesWith: { snapshot: true },
  async prepare({ currentPassword, newPassword }, tools) {
    const user = seenCaller(tools);
    const fault = newPasswordFault(newPassword, user.email);
    return {
      password: await sentPassword(tools, user, currentPassword),
      passwordHash: await tools.hashPassword(newPassword),
      from: tools.from,
      ...(fault !== undefined && { fault }),
    };
  },
  decide(state, _input, context) {
    const { nowMs, prepared, principal } = context;
    const { password, passwordHash, from, fault } = prepared;
    const user = callingUser(state, context);
    const guess = judgeGuess(state, user, { password }, context);
    if (guess.refused) return guess;
    if (fault !== undefined) return refuseNewPassword(fault);
    const isOwn = ({ sessionId }: { sessionId: string }) => sessionId === principal.principalId;
    const revoked = endSessionsOf(state, user.userId, context, isOwn);
    const ended = { ...revoked, facts: [...revoked.facts, ...guess.facts] };
    return acceptNewPassword(state, { user, passwordHash, revoked: ended }, { nowMs, from });
  },
  respond: () => "",
});
