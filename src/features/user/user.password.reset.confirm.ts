/** user.password.reset.confirm: sets a new password with the code of the mail, and ends every login. */
import { Type } from "@sinclair/typebox";
import { declareWrite } from "../../contract/declare/operation.ts";
import { Id } from "../../contract/values/formats.ts";
import { NewPassword, newPasswordFault } from "../../contract/values/password.ts";
import { revokedTokens } from "../personal_access_token/personal_access_token_facts.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { endSessionsOf } from "../session/session_end.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { acceptNewPassword } from "./new_password.ts";
import {
  afterWrongCode,
  attemptsOf,
  isDigestIn,
  openPending,
  seenPending,
  sentCode,
} from "./one_time_code.ts";
import { type PasswordResetDocument, RESET_PREFIX } from "./pending_document.ts";
import type { PasswordResetFact } from "./pending_facts.ts";
import { seenUser } from "./user_lookup.ts";
import { refuseCredentials, refuseNewPassword } from "./user_refusals.ts";
import { MailedDigits, Nothing } from "./user_schema.ts";
import type { PeopleState } from "./user_state.ts";

export const userPasswordResetConfirm = declareWrite<PeopleState>()({
  id: "user.password.reset.confirm",
  summary: "Set a new password with a code",
  description:
    "Sets the password, and revokes every session and personal access token of the person. The second factor stays.",
  http: { method: "POST", path: "/auth/password-reset/{resetId}", status: 204 },
  principals: ["public"],
  scope: undefined,
  acts: { on: "platform" },
  path: Type.Object({ resetId: Id(RESET_PREFIX) }),
  body: Type.Object(
    { code: MailedDigits, newPassword: NewPassword },
    {
      title: "PasswordResetConfirmation",
      description: "The code of the mail and the new password.",
      additionalProperties: false,
    },
  ),
  output: Nothing,
  limitsGuesses: "mailed_code",
  refusals: ["invalid_credentials", "invalid_request"],
  events: [],
  preparesWith: { snapshot: true },
  async prepare({ resetId, code, newPassword }, tools) {
    const pending = seenPending<PasswordResetDocument>(
      tools,
      PLATFORM_TABLE.passwordReset,
      RESET_PREFIX,
      resetId,
    );
    const user = pending === undefined ? undefined : seenUser(tools.snapshot(), pending.userId);
    const fault = newPasswordFault(newPassword, user?.email ?? "");
    const sent = sentCode(tools, "reset", pending, { code, email: user?.email });
    // A hash is dear: only the right code of a reset that is there has one made. A reset that is not
    // there, as for an unknown address, and a wrong code take the same time.
    const isRight =
      pending !== undefined &&
      attemptsOf(pending, sent.requester) > 0 &&
      isDigestIn(pending.codeDigest, sent.codeDigests);
    return {
      sent,
      ...(isRight && { passwordHash: await tools.hashPassword(newPassword) }),
      from: tools.from,
      ...(fault !== undefined && { fault }),
    };
  },
  decide(state, { resetId }, context) {
    const { nowMs, prepared } = context;
    const { sent, passwordHash, from, fault } = prepared;
    const { codeDigests, requester } = sent;
    const at = { prefix: RESET_PREFIX, id: resetId, requester };
    const reset = openPending(state.passwordResets, at, nowMs);
    const user = reset && state.users.byId(PLATFORM_REALM, reset.userId);
    if (reset === undefined || user === undefined) return refuseCredentials();
    if (passwordHash === undefined || !isDigestIn(reset.codeDigest, codeDigests)) {
      const passwordReset = afterWrongCode(reset, requester);
      const fact: PasswordResetFact = { kind: "password_reset.changed.1", passwordReset };
      return refuseCredentials([fact]);
    }
    if (fault !== undefined) return refuseNewPassword(fault);
    const { userId } = user;
    const ended = endSessionsOf(state, userId, context);
    const facts = [...ended.facts, ...revokedTokens(state, userId, nowMs)];
    const revoked = { ...ended, facts };
    return acceptNewPassword(state, { user, passwordHash, revoked }, { nowMs, from });
  },
  respond: () => "",
});
