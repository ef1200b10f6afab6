/** People: who they are, and how they prove it. */
import { noEvents } from "../../contract/declare/event.ts";
import type { Feature } from "../../contract/declare/feature.ts";
import { guessFacts } from "./guess_facts.ts";
import { pendingFacts } from "./pending_facts.ts";
import { userCurrentRetrieve } from "./user.current.retrieve.ts";
import { userCurrentUpdate } from "./user.current.update.ts";
import { userLoginCodeVerify } from "./user.login.code.verify.ts";
import { userLoginMfaVerify } from "./user.login.mfa.verify.ts";
import { userLogin } from "./user.login.ts";
import { userMfaRetrieve } from "./user.mfa.retrieve.ts";
import { userMfaTotpDisable } from "./user.mfa.totp.disable.ts";
import { userMfaTotpEnrollmentBegin } from "./user.mfa.totp.enrollment.begin.ts";
import { userMfaTotpEnrollmentConfirm } from "./user.mfa.totp.enrollment.confirm.ts";
import { userPasswordChange } from "./user.password.change.ts";
import { userPasswordResetConfirm } from "./user.password.reset.confirm.ts";
import { userPasswordResetRequest } from "./user.password.reset.request.ts";
import { userSignup } from "./user.signup.ts";
import { userSignupVerify } from "./user.signup.verify.ts";
import { userExamples } from "./user_examples.ts";
import { userFacts } from "./user_facts.ts";
import { users } from "./user_noun.ts";
import { createUserState, type PeopleState } from "./user_state.ts";
import { userWords } from "./user_words.ts";

export const userFeature = {
  tag: "Start",
  words: userWords,
  operations: [
    userSignup,
    userSignupVerify,
    userLogin,
    userLoginCodeVerify,
    userLoginMfaVerify,
    userPasswordResetRequest,
    userPasswordResetConfirm,
    userCurrentRetrieve,
    userCurrentUpdate,
    userPasswordChange,
    userMfaRetrieve,
    userMfaTotpEnrollmentBegin,
    userMfaTotpEnrollmentConfirm,
    userMfaTotpDisable,
  ],
  examples: userExamples,
  facts: { ...userFacts, ...pendingFacts, ...guessFacts },
  eventsOf: {
    ...users.manifest.eventsOf,
    "signup.begun.1": noEvents,
    "signup.changed.1": noEvents,
    "signup.ended.1": noEvents,
    "login.begun.1": noEvents,
    "login.changed.1": noEvents,
    "login.ended.1": noEvents,
    "password_reset.begun.1": noEvents,
    "password_reset.changed.1": noEvents,
    "guess.wrong.1": noEvents,
    "guess.right.1": noEvents,
  },
  createState: createUserState,
  tables: ({ users, signups, logins, passwordResets, guesses }) => [
    ...[users, signups, logins, passwordResets, guesses],
  ],
} satisfies Feature<PeopleState>;
