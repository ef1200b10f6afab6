/** For tests: invitations to a company. */
import { type PlatformWorld, platformTools } from "../../../test/world/platform_world.ts";
import type { InvitationFact } from "../tenant/tenant_facts.ts";
import { invitationDigest } from "./accepted_invitation.ts";

/** An invitation of the address, with its token. */
export function invited(world: PlatformWorld, tenantId: string, email = "new@example.com"): string {
  const token = "an invitation's token";
  const fact: InvitationFact = {
    kind: "invitation.created.1",
    invitation: {
      invitationId: world.nextId("inv"),
      tenantId,
      email,
      role: "developer",
      status: "pending",
      tokenDigest: invitationDigest(platformTools(world.nowMs), token),
      createdAtMs: world.nowMs,
      expiresAtMs: world.nowMs + 1_000,
      updatedAtMs: world.nowMs,
    },
  };
  world.apply([fact]);
  return token;
}
