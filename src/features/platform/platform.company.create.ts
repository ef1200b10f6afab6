/**
 * platform.company.create: make a company with its first owner. The password of a new person is shown once, and a mail
 * tells the person of it.
 */
import { Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { PII, SECRET } from "../../contract/declare/redaction.ts";
import {
  canHaveMailbox,
  canonicalEmail,
  EmailAddress,
} from "../../contract/values/email_address.ts";
import { Id } from "../../contract/values/formats.ts";
import { audited } from "../audit/audit_note.ts";
import { newMember } from "../tenant/tenant_facts.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { mailOfCredential } from "../user/operator_credential_mails.ts";
import { type UserFact, userByEmail } from "../user/user_facts.ts";
import type { UserState } from "../user/user_state.ts";
import type { TenantChanged } from "./platform_facts.ts";
import { BY_OPERATOR, NameDraft } from "./platform_operation.ts";
import { AT_SOCKET } from "./platform_people.ts";

/** Recovery codes that a password is made of: 50 random bits each. */
const PASSWORD_PARTS = 3;

export const platformCompanyCreate = declareWrite<TenantState & UserState>()({
  ...BY_OPERATOR,
  id: "platform.company.create",
  summary: "Create a company with its first owner",
  http: { method: "POST", path: "/platform/companies", status: 201 },
  acts: { on: "platform" },
  body: Type.Object(
    { name: NameDraft, email: EmailAddress, displayName: NameDraft },
    { title: "PlatformCompanyDraft", additionalProperties: false },
  ),
  output: Type.Object(
    {
      tenantId: Id("ten"),
      name: Type.String(),
      userId: Id("usr"),
      memberId: Id("mem"),
      email: Type.String(PII),
      password: Type.Optional(
        Type.String({
          ...SECRET,
          description: "Of a person who is new here: in the answer that made the company, once.",
        }),
      ),
    },
    { title: "PlatformCompany", additionalProperties: false },
  ),
  refusals: [],
  events: [],
  async prepare(_input, { newRecoveryCodes, hashPassword }) {
    const password = newRecoveryCodes().slice(0, PASSWORD_PARTS).join("-");
    return { password, passwordHash: await hashPassword(password) };
  },
  decide(state, { name, email: given, displayName }, { newId, nowMs, prepared }) {
    const email = canonicalEmail(given);
    invariant(email !== undefined, "an address that passed its schema has a canonical form");
    const known = userByEmail(state, email);
    const userId = known?.userId ?? newId("usr");
    const tenantId = newId("ten");
    const times = { createdAtMs: nowMs, updatedAtMs: nowMs, revision: 1 };
    const { password, passwordHash } = prepared;
    const user: UserFact = {
      kind: "user.created.1",
      user: { userId, email, displayName, passwordHash, ...times },
    };
    const tenant: TenantChanged = {
      kind: "tenant.created.1",
      tenant: { tenantId, name, createdAtMs: nowMs },
    };
    const member = newMember({ tenantId, userId, role: "owner" }, { newId, nowMs });
    const { memberId } = member.member;
    const company = { tenantId, name, userId, memberId, email };
    const reply = { ...company, ...(known === undefined && { password }) };
    const facts = [tenant, ...(known === undefined ? [user] : []), member];
    const note = {
      tenantIds: [tenantId],
      resource: { type: "tenant", id: tenantId },
      after: company,
    };
    const said = { company: name, credential: "a password, with which you log in as its owner" };
    const isMailed = known === undefined && canHaveMailbox(email);
    const effects = isMailed ? [mailOfCredential({ email, displayName }, said)] : [];
    return audited({ ...accept(facts, reply), effects }, note, AT_SOCKET);
  },
});
