/** For tests: invitations to a company. */
import { INVITATION_DIGEST } from "../../../../src/features/tenant/invitation_token.ts";
import type { InvitationFact } from "../../../../src/features/tenant/tenant_facts.ts";
import { type PlatformWorld, platformTools } from "../../../world/platform_world.ts";

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
      tokenDigest: platformTools(world.nowMs).digest(INVITATION_DIGEST, token),
      createdAtMs: world.nowMs,
      expiresAtMs: world.nowMs + 1_000,
      updatedAtMs: world.nowMs,
    },
  };
  world.apply([fact]);
  return token;
}
