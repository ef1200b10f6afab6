/** tenant.invitation.accept: who becomes a member by which token, and once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { invited, kindsOf, noteIn } from "../../../test/support/features/tenant/tenant.ts";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { openPlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { INVITATION_LASTS_MS } from "./invitation_document.ts";
import { tenantInvitationAccept } from "./tenant.invitation.accept.ts";
import { tenantInvitationRevoke } from "./tenant.invitation.revoke.ts";
import { announcementOfMember, newMember } from "./tenant_facts.ts";
import { MEMBERS_MAX } from "./tenant_limits.ts";

platformTable(tenantInvitationAccept, {
  async given(world) {
    const company = await newCompany(world);
    const owner = await newPerson(world, company, { email: "ada@example.com" });
    const home = await newCompany(world, "Babbage");
    const guest = await newPerson(world, home, { email: "grace@example.com" });
    const other = await newPerson(world, home, { email: "charles@example.com" });
    const invitation = await invited(world, owner.session, { role: "finance" });
    const admit = (count: number) =>
      world.apply(
        Array.from({ length: count }, (_, sub) => {
          const { nowMs, nextId } = world;
          const userId = nextId("usr", sub);
          const { tenantId } = company;
          return newMember({ tenantId, userId, role: "viewer" }, { nowMs, newId: nextId }, sub);
        }),
      );
    return { company, owner, guest, other, invitation, admit };
  },
  asking: ({ guest }) => ({ caller: guest.session }),
  input: ({ invitation }) => ({ token: invitation.token }),
  rows: [
    {
      title: "the person who was invited",
      outcome: "a member with the role, announced, in the feed of the company that invited",
      reply: { email: "grace@example.com", role: "finance", status: "active", revision: 1 },
      check({ facts, reply }, { company: { tenantId }, guest: { userId } }) {
        assert.deepEqual(kindsOf(facts), [
          "member.added.1",
          "invitation.changed.1",
          "audit.noted.1",
        ]);
        const { memberId } = reply;
        const member = { tenantId, userId, memberId, role: "finance" };
        const [fact] = facts;
        assert.deepEqual(fact && announcementOfMember(fact), { kind: "member", member });
        assert.deepEqual(noteIn(facts).tenantIds, [tenantId]);
      },
    },
    {
      title: "a person in no company",
      asking: ({ guest }) => ({
        caller: { ...guest.session, tenantId: "", memberId: undefined, role: undefined },
      }),
      outcome: "a member",
    },
    {
      title: "another person who has got hold of the token",
      asking: ({ other }) => ({ caller: other.session }),
      code: "resource_not_found",
      details: { resourceType: "invitation" },
    },
    {
      title: "a token of nobody",
      input: ({ invitation }) => ({ token: `${invitation.token.slice(0, -1)}!` }),
      code: "resource_not_found",
    },
    {
      title: "a token that was used",
      given: ({ world, guest, invitation: { token } }) =>
        world.made(tenantInvitationAccept, { token }, { caller: guest.session }),
      code: "resource_not_found",
    },
    {
      title: "a token that was revoked",
      given: ({ world, owner, invitation: { invitationId } }) =>
        world.made(tenantInvitationRevoke, { invitationId }, { caller: owner.session }),
      code: "resource_not_found",
    },
    {
      title: "the token of an invitation that another one has replaced",
      given: ({ world, owner }) => invited(world, owner.session),
      code: "resource_not_found",
    },
    {
      title: "a millisecond before the token ends",
      given({ world }) {
        world.nowMs += INVITATION_LASTS_MS - 1;
      },
      outcome: "a member",
    },
    {
      title: "when the token ends",
      given({ world }) {
        world.nowMs += INVITATION_LASTS_MS;
      },
      code: "resource_not_found",
    },
    {
      title: "the person became a member meanwhile",
      given({ world, company: { tenantId }, guest: { userId } }) {
        const { nowMs, nextId } = world;
        world.apply([newMember({ tenantId, userId, role: "viewer" }, { nowMs, newId: nextId })]);
      },
      code: "state_conflict",
      details: { actual: "member" },
    },
    {
      title: "one member fewer than there may be",
      given: ({ admit }) => admit(MEMBERS_MAX - 2),
      outcome: "a member",
    },
    {
      title: "as many members as there may be",
      given: ({ admit }) => admit(MEMBERS_MAX - 1),
      code: "state_constraint_failed",
      details: { constraint: "members", limit: MEMBERS_MAX },
    },
  ],
});

test("tenant.invitation.accept: an unknown, used or another person's token -> the same bytes", async () => {
  const world = await openPlatformWorld();
  const owner = await newPerson(world, await newCompany(world));
  const guest = await newPerson(world, await newCompany(world), { email: "grace@example.com" });
  const other = await newPerson(world, await newCompany(world), { email: "b@example.com" });
  const { token } = await invited(world, owner.session);
  const bodyOf = async (text: string, caller = guest.session) => {
    const prepared = await world.prepare(tenantInvitationAccept, { token: text }, { caller });
    return world.run(tenantInvitationAccept, { token: text }, { caller, prepared }).body;
  };
  const foreign = await bodyOf(token, other.session);
  const unknown = await bodyOf("service_invite_x");
  assert.equal((await bodyOf(token))?.includes("memberId"), true);
  const used = await bodyOf(token);
  assert.deepEqual([foreign, used], [unknown, unknown]);
});
