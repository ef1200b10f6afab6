/** The facts about sign-ups, logins and resets: each carries the whole document, but for those of an end. */
import { suffixOf } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import {
  LOGIN_PREFIX,
  type LoginDocument,
  type PasswordResetDocument,
  type Pending,
  RESET_PREFIX,
  SIGNUP_PREFIX,
  type SignupDocument,
} from "./pending_document.ts";
import type { PendingTable } from "./pending_table.ts";
import type { UserState } from "./user_state.ts";

type Unplaced<D> = D extends unknown ? Omit<D, "realm"> : never;

export type SignupFact = {
  kind: "signup.begun.1" | "signup.changed.1";
  signup: Unplaced<SignupDocument>;
};
export type SignupEnded = { kind: "signup.ended.1"; signupId: string };
export type LoginFact = {
  kind: "login.begun.1" | "login.changed.1";
  login: Unplaced<LoginDocument>;
};
export type LoginEnded = { kind: "login.ended.1"; loginId: string };
export type PasswordResetFact = {
  kind: "password_reset.begun.1" | "password_reset.changed.1";
  passwordReset: Unplaced<PasswordResetDocument>;
};

const putSignup = put<SignupDocument>(
  ({ signups }) => signups,
  (fact) => (fact as SignupFact).signup,
  ({ signupId }) => keyOf(SIGNUP_PREFIX, signupId),
);
const putLogin = put<LoginDocument>(
  ({ logins }) => logins,
  (fact) => (fact as LoginFact).login,
  ({ loginId }) => keyOf(LOGIN_PREFIX, loginId),
);
const putReset = put<PasswordResetDocument>(
  ({ passwordResets }) => passwordResets,
  (fact) => (fact as PasswordResetFact).passwordReset,
  ({ resetId }) => keyOf(RESET_PREFIX, resetId),
);

/** A reset ends with the new password, which ends all that was begun with the old one. */
export const pendingFacts: Record<
  (SignupFact | SignupEnded | LoginFact | LoginEnded | PasswordResetFact)["kind"],
  Apply<UserState>
> = {
  "signup.begun.1": putSignup,
  "signup.changed.1": putSignup,
  "signup.ended.1": ({ signups }, fact) =>
    signups.remove(keyOf(SIGNUP_PREFIX, (fact as SignupEnded).signupId)),
  "login.begun.1": putLogin,
  "login.changed.1": putLogin,
  "login.ended.1": ({ logins }, fact) =>
    logins.remove(keyOf(LOGIN_PREFIX, (fact as LoginEnded).loginId)),
  "password_reset.begun.1": putReset,
  "password_reset.changed.1": putReset,
};

function put<D extends Pending>(
  tableOf: (state: UserState) => PendingTable<D>,
  documentOf: (fact: Fact) => Unplaced<D>,
  keyOfDocument: (document: Unplaced<D>) => string,
): Apply<UserState> {
  return (state, fact, { timeMs }) => {
    const table = tableOf(state);
    table.forgetOver(timeMs);
    const document = documentOf(fact);
    table.set(keyOfDocument(document), { ...document, realm: PLATFORM_REALM } as unknown as D);
  };
}

function keyOf(prefix: string, id: string): string {
  const suffix = suffixOf(prefix, id);
  invariant(suffix !== undefined, "a decision names what it has found or made");
  return suffix;
}
