/** For tests: what records about companies hold, and invitations with their secrets. */
import assert from "node:assert/strict";
import type { Caller } from "../../../../src/contract/declare/caller.ts";
import { EFFECT_OWED, type EffectOwed } from "../../../../src/contract/declare/effect.ts";
import type { MailPayload } from "../../../../src/contract/declare/mail.ts";
import type { Role } from "../../../../src/contract/declare/roles.ts";
import type { Fact } from "../../../../src/contract/records/record.ts";
import { AUDIT_NOTED, type AuditNoted } from "../../../../src/features/audit/audit_note.ts";
import { INVITATION_LASTS_MS } from "../../../../src/features/tenant/invitation_document.ts";
import { tenantInvitationCreate } from "../../../../src/features/tenant/tenant.invitation.create.ts";
import type { InvitationFact } from "../../../../src/features/tenant/tenant_facts.ts";
import { type PlatformWorld, platformTools } from "../../../world/platform_world.ts";

/** The kinds of the facts of a record that are about the company, in their order. */
export function kindsOf(facts: readonly Fact[]): string[] {
  return facts.map(({ kind }) => kind).filter((kind) => kind !== EFFECT_OWED);
}

/** The note of a record for the audit feed. */
export function noteIn(facts: readonly Fact[]): AuditNoted {
  const noted = facts.find(({ kind }) => kind === AUDIT_NOTED);
  assert.ok(noted !== undefined, "the record has a note");
  return noted as AuditNoted;
}

/** The mail that a record owes. */
export function mailIn(facts: readonly Fact[]): MailPayload {
  const owed = facts.find(({ kind }) => kind === EFFECT_OWED) as EffectOwed | undefined;
  assert.ok(owed !== undefined, "the record owes a mail");
  return owed.effect.payload as MailPayload;
}

/** The link in the mail of an invitation. */
export function linkIn({ to, sealed = "" }: MailPayload): string {
  const opened = platformTools(0).opened(sealed, to);
  assert.ok(opened !== undefined, "the secrets of the mail are sealed for its receiver");
  return (JSON.parse(opened) as { link: string }).link;
}

export type Invited = { invitationId: string; token: string };

/** An invitation that a member has made. */
export async function invited(
  world: PlatformWorld,
  caller: Caller,
  { email = "grace@example.com", role = "viewer" }: { email?: string; role?: Role } = {},
): Promise<Invited> {
  const input = { email, role };
  const prepared = await world.prepare(tenantInvitationCreate, input, { caller });
  const { reply, facts, message } = world.run(tenantInvitationCreate, input, { caller, prepared });
  assert.ok(reply !== undefined, message);
  const token = linkIn(mailIn(facts)).split("#token=")[1] ?? "";
  return { invitationId: reply.invitationId, token };
}

/** Puts pending invitations of the company into one record, each of another address. */
export function manyInvited(world: PlatformWorld, tenantId: string, count: number): void {
  const { nowMs } = world;
  const facts = Array.from({ length: count }, (_, sub): InvitationFact => {
    const invitationId = world.nextId("inv", sub);
    const times = { createdAtMs: nowMs, updatedAtMs: nowMs };
    const who = { email: `person${sub}@example.com`, role: "viewer" } as const;
    const rest = { status: "pending", tokenDigest: `digest ${sub}` } as const;
    const expiresAtMs = nowMs + INVITATION_LASTS_MS;
    const invitation = { invitationId, tenantId, ...who, ...rest, ...times, expiresAtMs };
    return { kind: "invitation.created.1", invitation };
  });
  world.apply(facts);
}
