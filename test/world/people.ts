/** For tests: companies, people and Products on the platform shard. */
import { codeDigest } from "../../src/access/codes.ts";
import type { SessionCaller, TokenCaller } from "../../src/contract/declare/caller.ts";
import type { Role } from "../../src/contract/declare/roles.ts";
import { platformProductCreate } from "../../src/features/platform/platform.product.create.ts";
import { platformTenantCreate } from "../../src/features/platform/platform.tenant.create.ts";
import type { TenantChanged } from "../../src/features/platform/platform_facts.ts";
import type { TenantDocument } from "../../src/features/platform/platform_state.ts";
import { newSession } from "../../src/features/session/session_facts.ts";
import type { SessionFact } from "../../src/features/session/session_noun.ts";
import { newMember } from "../../src/features/tenant/tenant_facts.ts";
import type { UserDocument } from "../../src/features/user/user_document.ts";
import type { UserFact } from "../../src/features/user/user_facts.ts";
import { sessionCaller, tokenCaller } from "./callers.ts";
import { FROM, type PlatformWorld, platformTools } from "./platform_world.ts";

export const PASSWORD = "correct horse battery staple";
const OPERATOR = { kind: "operator", user: "ada/1000" } as const;

export type Company = { tenantId: string; name: string };
export type Person = {
  userId: string;
  email: string;
  tenantId: string;
  memberId: string;
  role: Role;
  /** A browser session of the person that exists, and the caller that it is. */
  session: SessionCaller;
  token: TokenCaller;
};

/** A company without members. `policy`: its security policy. */
export async function newCompany(
  world: PlatformWorld,
  name = "Acme",
  policy: { requireMfa?: boolean; allowedCidrs?: string[] } = {},
): Promise<Company> {
  const { tenantId } = await world.made(platformTenantCreate, { name }, { caller: OPERATOR });
  if (Object.keys(policy).length > 0) {
    const { realm: _, ...tenant } = world.state.tenants.find(tenantId) as TenantDocument;
    const fact: TenantChanged = { kind: "tenant.changed.1", tenant: { ...tenant, ...policy } };
    world.apply([fact]);
  }
  return { tenantId, name };
}

/** A person in a company, with the password `PASSWORD` and a session that has begun. */
export async function newPerson(
  world: PlatformWorld,
  { tenantId }: Pick<Company, "tenantId">,
  {
    role = "owner",
    mfa = false,
    email = `${role}@example.com`,
    displayName = "Ada Lovelace",
  }: { role?: Role; mfa?: boolean; email?: string; displayName?: string } = {},
): Promise<Person> {
  const { nowMs } = world;
  const tools = platformTools(nowMs);
  const passwordHash = await tools.hashPassword(PASSWORD);
  const userId = world.nextId("usr");
  const times = { createdAtMs: nowMs, updatedAtMs: nowMs, revision: 1 };
  const user: UserFact = {
    kind: "user.created.1",
    user: { userId, email, displayName, passwordHash, ...times },
  };
  const context = { nowMs, newId: world.nextId };
  const member = newMember({ tenantId, userId, role }, context);
  const session: SessionFact = newSession(
    { userId, tenantId, mfa },
    tools.newCredential("session"),
    FROM,
    context,
  );
  world.apply([user, member, session]);
  const { memberId } = member.member;
  const requiresMfa = world.state.tenants.find(tenantId)?.requireMfa === true;
  const who = { userId, tenantId, memberId, role, mfa, requiresMfa };
  return {
    ...who,
    email,
    session: sessionCaller({ ...who, sessionId: session.session.sessionId }),
    token: tokenCaller(who),
  };
}

/** Gives the person a confirmed second factor; returns its secret, base32, and the recovery codes. */
export function enrolTotp(world: PlatformWorld, userId: string) {
  const tools = platformTools(world.nowMs);
  const secret = tools.newTotpSecret();
  const recoveryCodes = tools.newRecoveryCodes();
  const { realm: _, ...user } = world.state.users.byId(1, userId) as UserDocument;
  const totp = {
    sealed: tools.sealed(secret, userId),
    confirmedAtMs: world.nowMs,
    lastStep: 0,
    recoveryDigests: recoveryCodes.map((code) => tools.guesses.recoveryDigest(code)),
  };
  const fact: UserFact = { kind: "user.changed.1", user: { ...user, totp } };
  world.apply([fact]);
  return { secret, recoveryCodes };
}

/** A Product of the company. */
export async function newProduct(
  world: PlatformWorld,
  { tenantId }: Pick<Company, "tenantId">,
  { name = "Wallet", liveActivated = false }: { name?: string; liveActivated?: boolean } = {},
): Promise<{ productId: string }> {
  const input = { tenantId, name, liveActivated };
  return await world.made(platformProductCreate, input, { caller: OPERATOR });
}

/** The digest that the preparation of a test world gives for a code. */
export function digestOfCode(label: string, code: string): string {
  return codeDigest(Buffer.alloc(32, 3), label, code);
}
