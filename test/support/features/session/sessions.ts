/** For tests: a session of a person for another company than the one of the person's token. */
import { newSession } from "../../../../src/features/session/session_facts.ts";
import { newMember } from "../../../../src/features/tenant/tenant_facts.ts";
import { newCompany, type Person } from "../../../world/people.ts";
import { FROM, type PlatformWorld, platformTools } from "../../../world/platform_world.ts";

/** Makes the person a member of a new company, with a session that acts for it; returns both ids. */
export async function sessionElsewhere(world: PlatformWorld, { userId }: Pick<Person, "userId">) {
  const { tenantId } = await newCompany(world, "Other");
  const { nowMs, nextId: newId } = world;
  const context = { nowMs, newId };
  const credential = platformTools(nowMs).newCredential("session");
  const made = newSession({ userId, tenantId, mfa: false }, credential, FROM, context);
  world.apply([newMember({ tenantId, userId, role: "owner" }, context), made]);
  return { tenantId, sessionId: made.session.sessionId };
}
