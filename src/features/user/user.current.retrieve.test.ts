/** Decision table of user.current.retrieve. */
import assert from "node:assert/strict";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable as decisionTable } from "../../../test/world/platform_world.ts";
import { newMember } from "../tenant/tenant_facts.ts";
import { userCurrentRetrieve } from "./user.current.retrieve.ts";

decisionTable(userCurrentRetrieve, {
  given: async (world) => {
    const company = await newCompany(world);
    const other = await newCompany(world, "Other");
    await newPerson(world, other, { email: "stranger@example.com" });
    return { company, other, person: await newPerson(world, company) };
  },
  asking: ({ person }) => ({ caller: person.session }),
  rows: [
    {
      title: "a session",
      outcome: "the person and the company, no secret",
      check({ reply }, { person, company }) {
        const { createdAt: _, updatedAt: __, ...shown } = reply;
        assert.deepEqual(shown, {
          userId: person.userId,
          email: person.email,
          displayName: "Ada Lovelace",
          mfa: { totp: false },
          tenants: [
            {
              tenantId: company.tenantId,
              name: "Acme",
              memberId: person.memberId,
              role: "owner",
            },
          ],
          revision: 1,
        });
      },
    },
    {
      title: "a token, of a member of two companies",
      given({ world, other, person: { userId } }) {
        const { nowMs, nextId: newId } = world;
        const role = "viewer" as const;
        world.apply([newMember({ tenantId: other.tenantId, userId, role }, { nowMs, newId })]);
      },
      asking: ({ person }) => ({ caller: person.token }),
      outcome: "the company of the token alone",
      check: ({ reply }) =>
        assert.deepEqual(
          reply.tenants.map(({ name }: { name: string }) => name),
          ["Acme"],
        ),
    },
    {
      title: "a session, of a member of two companies",
      given({ world, other, person: { userId } }) {
        const { nowMs, nextId: newId } = world;
        const role = "viewer" as const;
        world.apply([newMember({ tenantId: other.tenantId, userId, role }, { nowMs, newId })]);
      },
      outcome: "both, the oldest first",
      check: ({ reply }) =>
        assert.deepEqual(
          reply.tenants.map(({ name, role }: { name: string; role: string }) => [name, role]),
          [
            ["Acme", "owner"],
            ["Other", "viewer"],
          ],
        ),
    },
    {
      title: "a member who was removed",
      given({ world, person }) {
        const found = world.state.members.inGroup("user", person.userId)[0];
        assert.ok(found !== undefined);
        const { realm: _, ...member } = found;
        const removed = { ...member, status: "removed" as const };
        world.apply([{ kind: "member.removed.1", member: removed } as never]);
      },
      outcome: "no company",
      reply: { tenants: [] },
    },
  ],
});
