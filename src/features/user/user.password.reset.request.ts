/** user.password.reset.request: mails a code to the address, where it has an account. */
import { Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { canonicalEmail, EmailAddress } from "../../contract/values/email_address.ts";
import { Id, Timestamp } from "../../contract/values/formats.ts";
import { askedFor, counted, getsMail } from "../auth/identity_budget.ts";
import { ProofOfWork } from "../auth/used_proof.ts";
import { mailTo } from "../mail/mail_effect.ts";
import { begin, newMailedCodes } from "./one_time_code.ts";
import { paidRequest } from "./paid_request.ts";
import { CODE_LASTS_MS, RESET_PREFIX } from "./pending_document.ts";
import type { PasswordResetFact } from "./pending_facts.ts";
import { userByEmail } from "./user_facts.ts";
import type { PeopleState } from "./user_state.ts";

export const userPasswordResetRequest = declareWrite<PeopleState>()({
  id: "user.password.reset.request",
  summary: "Ask for a new password",
  description:
    "Mails six digits, which `user.password.reset.confirm` takes within 10 minutes, to the owner of the account. An address without an account gets the same answer, and no mail.",
  http: { method: "POST", path: "/auth/password-reset", status: 202 },
  principals: ["public"],
  scope: undefined,
  acts: { on: "platform" },
  body: Type.Object(
    { email: EmailAddress, proofOfWork: ProofOfWork },
    {
      title: "PasswordResetDraft",
      description: "Whose password is forgotten.",
      additionalProperties: false,
    },
  ),
  output: Type.Object(
    { resetId: Id(RESET_PREFIX), codeExpiresAt: Timestamp },
    {
      title: "PasswordReset",
      description: "A reset that waits for the code of its mail, if the address has an account.",
      additionalProperties: false,
    },
  ),
  refusals: ["rate_limited", "invalid_credentials"],
  events: [],
  async prepare({ email, proofOfWork }, tools) {
    const to = canonicalEmail(email) as string;
    const codes = newMailedCodes(tools, "reset", "password_reset_code", to);
    const proof = await tools.verifyProof(proofOfWork);
    return { email: to, proof, asked: askedFor(tools, to), codes };
  },
  decide(state, _input, { nowMs, newId, prepared }) {
    const { email, asked, codes } = prepared;
    const paid = paidRequest(state, prepared, { nowMs });
    if (paid.refused) return paid;
    const { facts } = paid;
    const resetId = newId(RESET_PREFIX);
    const expiresAtMs = nowMs + CODE_LASTS_MS;
    const reply = { resetId, codeExpiresAt: isoTime(expiresAtMs) };
    const user = userByEmail(state, email);
    if (user === undefined) return accept(facts, reply);
    const isMailed = getsMail(state, asked, { nowMs });
    const wishes = { codes, requester: asked.requester, getsMail: isMailed };
    const { begun, mailed } = begin(state.passwordResets, user.userId, wishes, nowMs);
    const passwordReset = { ...begun, resetId, userId: user.userId };
    const fact: PasswordResetFact = { kind: "password_reset.begun.1", passwordReset };
    if (mailed === undefined) return accept([...facts, fact], reply);
    const values = { name: user.displayName };
    const { sealed } = mailed;
    const template = "password_reset_code";
    const mail = mailTo({ to: email, template, values, sealed, expiresAtMs });
    return { ...accept([...facts, counted(asked.mails), fact], reply), effects: [mail] };
  },
});
