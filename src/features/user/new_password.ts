/** The decision that sets a password: what was begun with the old one ends, and its owner gets a mail. */
import type { Effect } from "../../contract/declare/effect.ts";
import { accept, type Decision } from "../../contract/declare/operation.ts";
import type { CallOrigin } from "../../contract/declare/preparation.ts";
import type { Fact } from "../../contract/records/record.ts";
import { mailTo } from "../mail/mail_effect.ts";
import type { UserDocument } from "./user_document.ts";
import { changedUser } from "./user_facts.ts";
import type { PeopleState } from "./user_state.ts";
import { auditedUser } from "./user_view.ts";

/** `revoked`: the sessions and tokens that end with the old password. */
export function acceptNewPassword(
  state: PeopleState,
  {
    user,
    passwordHash,
    revoked,
  }: {
    user: UserDocument;
    passwordHash: string;
    revoked: { facts: readonly Fact[]; effects: readonly Effect[] };
  },
  { nowMs, from }: { nowMs: number; from: CallOrigin },
): Decision<never> {
  const changed = changedUser(user, { passwordHash }, nowMs);
  const values = { name: user.displayName };
  const mail = mailTo({ to: user.email, template: "password_changed", values });
  const effects = [mail, ...revoked.effects];
  const decision: Decision<never> = { ...accept([changed, ...revoked.facts]), effects };
  return auditedUser(state, decision, { before: user, after: changed.user }, from);
}
