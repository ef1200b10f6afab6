/** No record of a person's way from sign-up to a second factor and a new password has a secret of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  appCode,
  begunLogin,
  begunReset,
  begunSignup,
  mailsIn,
  NEW_PASSWORD,
} from "../../../test/support/features/user/people.ts";
import { sessionCaller } from "../../../test/world/callers.ts";
import { newProof, openPlatformWorld } from "../../../test/world/platform_world.ts";
import type { AnyWrite, Outcome } from "../../../test/world/writing.ts";
import type { Fact } from "../../contract/records/record.ts";
import { userLoginCodeVerify } from "./user.login.code.verify.ts";
import { userLoginMfaVerify } from "./user.login.mfa.verify.ts";
import { userMfaTotpDisable } from "./user.mfa.totp.disable.ts";
import { userMfaTotpEnrollmentBegin } from "./user.mfa.totp.enrollment.begin.ts";
import { userMfaTotpEnrollmentConfirm } from "./user.mfa.totp.enrollment.confirm.ts";
import { userPasswordChange } from "./user.password.change.ts";
import { userPasswordResetConfirm } from "./user.password.reset.confirm.ts";
import { userSignupVerify } from "./user.signup.verify.ts";

const SECOND = "seven tall yellow lamps";
const THIRD = "two quiet orange boats";

test("records of people: sign-up, login, second factor, reset, change -> no secret in any fact", async () => {
  const world = await openPlatformWorld();
  const facts: Fact[] = [];
  const secrets = new Set<string>([NEW_PASSWORD, SECOND, THIRD]);
  const codes = new Set<string>();
  const kept = (outcome: Outcome) => {
    assert.equal(outcome.code, undefined, outcome.message);
    facts.push(...outcome.facts);
    return outcome.reply;
  };
  const run = async (operation: AnyWrite, input: Record<string, unknown>, asking = {}) => {
    const prepared = await world.prepare(operation, input, asking);
    return kept(world.run(operation, input, { ...asking, prepared }));
  };
  const proofOfWork = await newProof(world.nowMs);
  secrets.add(proofOfWork);

  const signup = await begunSignup(world, { proofOfWork });
  kept(signup.outcome);
  codes.add(signup.code);
  const { signupId } = signup;
  const session = await run(userSignupVerify, { signupId, code: signup.code });
  secrets.add(session.sessionToken);
  const { sessionId, userId, tenantId } = session;
  const caller = sessionCaller({ sessionId, userId, tenantId, mfa: true });

  const { secret, otpauthUri } = await run(userMfaTotpEnrollmentBegin, {}, { caller });
  secrets.add(secret).add(otpauthUri);
  const confirmation = { code: appCode(world, secret) };
  const { recoveryCodes } = await run(userMfaTotpEnrollmentConfirm, confirmation, { caller });
  for (const code of recoveryCodes) secrets.add(code);

  const email = "new@example.com";
  const login = await begunLogin(world, { email, password: NEW_PASSWORD });
  kept(login.outcome);
  codes.add(login.code);
  const { loginId } = login;
  await run(userLoginCodeVerify, { loginId, code: login.code });
  const second = await run(userLoginMfaVerify, { loginId, code: recoveryCodes[0] });
  secrets.add(second.sessionToken);

  const change = { currentPassword: NEW_PASSWORD, newPassword: SECOND };
  await run(userPasswordChange, change, { caller });
  const reset = await begunReset(world, email);
  kept(reset.outcome);
  codes.add(reset.code);
  const { resetId } = reset;
  await run(userPasswordResetConfirm, { resetId, code: reset.code, newPassword: THIRD });
  await run(userMfaTotpDisable, { password: THIRD, code: recoveryCodes[1] }, { caller });

  const text = JSON.stringify(facts);
  for (const hidden of secrets) assert.equal(text.includes(hidden), false);
  // Six digits may stand by chance in a number or a digest: a code would be a whole text.
  for (const code of codes) assert.equal(text.includes(`"${code}"`), false);
  assert.equal(mailsIn(facts).length, 7);
});
