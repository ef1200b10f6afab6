/** user.signup: begins a sign-up, and mails a code to the address. */
import { type Static, Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { SECRET } from "../../contract/declare/redaction.ts";
import { withField } from "../../contract/declare/schema_marks.ts";
import type { Issue } from "../../contract/refusals/refusal.ts";
import { canonicalEmail, EmailAddress } from "../../contract/values/email_address.ts";
import { Id, notBlank, Timestamp } from "../../contract/values/formats.ts";
import { NewPassword, newPasswordFault } from "../../contract/values/password.ts";
import { counted, getsMail, seenAsked } from "../auth/identity_budget.ts";
import { ProofOfWork, seenProof } from "../auth/used_proof.ts";
import { mailTo } from "../mail/mail_effect.ts";
import { invitationDigests, openInvitation } from "./accepted_invitation.ts";
import { begin, newMailedCodes } from "./one_time_code.ts";
import { paidRequest } from "./paid_request.ts";
import { CODE_LASTS_MS, SIGNUP_PREFIX } from "./pending_document.ts";
import type { SignupFact } from "./pending_facts.ts";
import { userByEmail } from "./user_facts.ts";
import { refuseCredentials } from "./user_refusals.ts";
import { DisplayName } from "./user_schema.ts";
import type { PeopleState } from "./user_state.ts";

const SignupDraft = Type.Object(
  {
    email: EmailAddress,
    password: NewPassword,
    displayName: DisplayName,
    company: Type.Optional(
      notBlank(
        Type.String({
          minLength: 1,
          maxLength: 120,
          description: "The name of the company to make. This or `invitationToken`.",
        }),
      ),
    ),
    invitationToken: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "The token of an invitation's link: the person joins that company.",
        ...SECRET,
      }),
    ),
    proofOfWork: ProofOfWork,
  },
  {
    title: "SignupDraft",
    description: "Who signs up, and the company that is made or joined.",
    additionalProperties: false,
    // For readers of the contract; `faultsOf` does the check.
    if: withField("company"),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { not: withField("invitationToken") },
    else: withField("invitationToken"),
  },
);

export const userSignup = declareWrite<PeopleState>()({
  id: "user.signup",
  summary: "Sign up",
  description:
    "Mails a code of six digits to the address; `user.signup.verify` takes it within 10 minutes and makes the person and the company. The answer is the same for an address that has an account: its owner gets a mail that says so.",
  http: { method: "POST", path: "/auth/signup", status: 201 },
  principals: ["public"],
  scope: undefined,
  acts: { on: "platform" },
  body: SignupDraft,
  output: Type.Object(
    { signupId: Id(SIGNUP_PREFIX), codeExpiresAt: Timestamp },
    {
      title: "Signup",
      description: "A sign-up that waits for the code of its mail.",
      additionalProperties: false,
    },
  ),
  refusals: ["rate_limited", "invalid_credentials"],
  events: [],
  check: faultsOf,
  preparesWith: { snapshot: true },
  async prepare({ email, password, invitationToken, proofOfWork }, tools) {
    const to = canonicalEmail(email) as string;
    const proof = await seenProof(tools, proofOfWork);
    const asked = seenAsked(tools, to);
    // A hash is dear: whoever has not paid for it with a proof gets none.
    const isPaid = proof !== undefined && !asked.isSpent;
    return {
      email: to,
      proof,
      asked,
      ...(isPaid && { passwordHash: await tools.hashPassword(password) }),
      codes: newMailedCodes(tools, "signup", "signup_code", to),
      ...(invitationToken !== undefined && {
        invitationDigests: invitationDigests(tools, invitationToken),
      }),
    };
  },
  decide(state, { displayName, company = "" }, { nowMs, newId, prepared }) {
    const { email, passwordHash, asked, codes } = prepared;
    const paid = paidRequest(state, prepared, { nowMs });
    if (paid.refused) return paid;
    const { facts } = paid;
    const invitation = openInvitation(state, prepared.invitationDigests, email, nowMs);
    const isInvited = prepared.invitationDigests !== undefined;
    if (passwordHash === undefined || (isInvited && invitation === undefined)) {
      return refuseCredentials(facts);
    }
    const signupId = newId(SIGNUP_PREFIX);
    const expiresAtMs = nowMs + CODE_LASTS_MS;
    const reply = { signupId, codeExpiresAt: isoTime(expiresAtMs) };
    const isMailed = getsMail(state, asked, { nowMs });
    const known = userByEmail(state, email);
    if (known !== undefined) {
      if (!isMailed) return accept(facts, reply);
      const values = { name: known.displayName };
      const mail = mailTo({ to: email, template: "signup_known_address", values });
      return { ...accept([...facts, counted(asked.mails)], reply), effects: [mail] };
    }
    const wishes = { codes, requester: asked.requester, getsMail: isMailed };
    const { begun, mailed } = begin(state.signups, email, wishes, nowMs);
    const joins =
      invitation === undefined ? { company } : { invitationId: invitation.invitationId };
    const signup = { ...begun, signupId, email, displayName, passwordHash, ...joins };
    const fact: SignupFact = { kind: "signup.begun.1", signup };
    if (mailed === undefined) return accept([...facts, fact], reply);
    const { sealed } = mailed;
    const mail = mailTo({ to: email, template: "signup_code", values: {}, sealed, expiresAtMs });
    return { ...accept([...facts, counted(asked.mails), fact], reply), effects: [mail] };
  },
});

function faultsOf({ email, password, company, invitationToken }: Static<typeof SignupDraft>) {
  const issues: Issue[] = [];
  const fault = newPasswordFault(password, canonicalEmail(email) ?? "");
  if (fault !== undefined) {
    const message = `password ${fault.says}`;
    issues.push({ code: fault.code ?? "format", message, path: ["password"] });
  }
  if ((company === undefined) === (invitationToken === undefined)) {
    const message = "send either company or invitationToken";
    issues.push({ code: "required", message, path: ["company"] });
  }
  return issues;
}
