/** tenant.member.remove: what ends with a membership, and that an owner is left. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { invited, kindsOf, mailIn, noteIn } from "../../../test/support/features/tenant/tenant.ts";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import {
  FROM,
  openPlatformWorld,
  platformTable,
  platformTools,
} from "../../../test/world/platform_world.ts";
import type { PersonalAccessTokenFact } from "../personal_access_token/personal_access_token_noun.ts";
import { newSession } from "../session/session_facts.ts";
import { tenantInvitationAccept } from "./tenant.invitation.accept.ts";
import { tenantMemberRemove } from "./tenant.member.remove.ts";
import { announcementOfMember, newMember } from "./tenant_facts.ts";

platformTable(tenantMemberRemove, {
  async given(world) {
    const company = await newCompany(world);
    const owner = await newPerson(world, company, { email: "ada@example.com" });
    const admin = await newPerson(world, company, { role: "admin" });
    const viewer = await newPerson(world, company, { role: "viewer" });
    const other = await newCompany(world, "Babbage");
    const stranger = await newPerson(world, other, { email: "charles@example.com" });
    return { company, owner, admin, viewer, stranger };
  },
  asking: ({ admin }) => ({ caller: admin.session }),
  input: ({ viewer }) => ({ memberId: viewer.memberId }),
  rows: [
    {
      title: "a member in the middle of a session",
      outcome: "membership and session end in one record, and the person is told",
      reply: { status: "removed", revision: 2, apiKeysInForce: 0 },
      check({ facts }, { viewer }) {
        assert.deepEqual(kindsOf(facts), [
          "member.removed.1",
          "session.revoked.1",
          "audit.noted.1",
        ]);
        const { tenantId, userId, memberId } = viewer;
        const member = { tenantId, userId, memberId, role: undefined };
        const [fact] = facts;
        assert.deepEqual(fact && announcementOfMember(fact), { kind: "member", member });
        const { to, template, values } = mailIn(facts);
        assert.deepEqual([to, template], ["viewer@example.com", "member_removed"]);
        assert.deepEqual(values, { name: "Ada Lovelace", company: "Acme" });
        assert.equal((noteIn(facts).after as { status: string }).status, "removed");
      },
    },
    {
      title: "an admin removes himself",
      input: ({ admin }) => ({ memberId: admin.memberId }),
      outcome: "he has left",
      reply: { status: "removed" },
    },
    {
      title: "the last owner removes himself",
      asking: ({ owner }) => ({ caller: owner.session }),
      input: ({ owner }) => ({ memberId: owner.memberId }),
      code: "state_conflict",
      details: { actual: "the last owner" },
    },
    {
      title: "an owner removes himself, and another is left",
      given: ({ world, company }) =>
        newPerson(world, company, { role: "owner", email: "grace@example.com" }),
      asking: ({ owner }) => ({ caller: owner.session }),
      input: ({ owner }) => ({ memberId: owner.memberId }),
      outcome: "he has left",
      reply: { status: "removed" },
    },
    {
      title: "an admin removes an owner",
      input: ({ owner }) => ({ memberId: owner.memberId }),
      code: "missing_required_permission",
      details: { role: "admin" },
    },
    {
      title: "a viewer whom an edge took for an admin",
      asking: ({ viewer }) => ({ caller: { ...viewer.session, role: "admin" } }),
      code: "missing_required_permission",
      details: { role: "viewer" },
    },
    {
      title: "a member of another company",
      input: ({ stranger }) => ({ memberId: stranger.memberId }),
      code: "resource_not_found",
      details: { resourceType: "member" },
    },
    {
      title: "a member who was removed before",
      given: ({ world, admin, viewer }) =>
        world.made(tenantMemberRemove, { memberId: viewer.memberId }, { caller: admin.session }),
      code: "state_conflict",
      details: { status: "removed" },
    },
  ],
});

test("tenant.member.remove: a person of two companies -> what acts for the other one stays", async () => {
  const world = await openPlatformWorld();
  const company = await newCompany(world);
  const other = await newCompany(world, "Babbage");
  const owner = await newPerson(world, company);
  const person = await newPerson(world, company, { role: "viewer" });
  const { userId, memberId } = person;
  const { nowMs } = world;
  const context = { nowMs, newId: world.nextId };
  const elsewhere = newMember({ tenantId: other.tenantId, userId, role: "viewer" }, context);
  const credential = platformTools(nowMs).newCredential("session");
  const session = newSession(
    { userId, tenantId: other.tenantId, mfa: false },
    credential,
    FROM,
    context,
  );
  const tokens = [company, other].map(
    ({ tenantId }, sub): PersonalAccessTokenFact => ({
      kind: "personal_access_token.created.1",
      personalAccessToken: {
        personalAccessTokenId: world.nextId("pat", sub),
        userId,
        tenantId,
        name: "CI",
        scopes: [],
        mfa: false,
        prefix: "service_pat_123",
        identity: `identity ${sub}`,
        digest: "00",
        createdAtMs: nowMs,
        expiresAtMs: nowMs + 1_000_000,
      },
    }),
  );
  world.apply([elsewhere, session, ...tokens]);
  const prepared = await world.prepare(tenantMemberRemove, { memberId }, { caller: owner.session });
  world.run(tenantMemberRemove, { memberId }, { caller: owner.session, prepared });
  const { sessions, personalAccessTokens, members } = world.state;
  const isOver = (at: { revokedAtMs?: number }) => at.revokedAtMs !== undefined;
  const over = (all: { tenantId: string; revokedAtMs?: number }[]) =>
    all.map((one) => [one.tenantId === other.tenantId, isOver(one)]).sort();
  const expected = [
    [false, true],
    [true, false],
  ];
  assert.deepEqual(over(sessions.inGroup("user", userId)), expected);
  assert.deepEqual(over(personalAccessTokens.inGroup("user", userId)), expected);
  const statuses = members
    .inGroup("user", userId)
    .map(({ tenantId, status }) => [tenantId, status]);
  assert.deepEqual(
    new Map(statuses as [string, string][]),
    new Map([
      [company.tenantId, "removed"],
      [other.tenantId, "active"],
    ]),
  );
});

test("tenant.member.remove: removed, invited again, accepted -> another membership, the old one stays removed", async () => {
  const world = await openPlatformWorld();
  const owner = await newPerson(world, await newCompany(world));
  const person = await newPerson(world, owner, { role: "viewer" });
  const { memberId, userId, email } = person;
  await world.made(tenantMemberRemove, { memberId }, { caller: owner.session });
  const { token } = await invited(world, owner.session, { email, role: "developer" });
  const again = await world.made(tenantInvitationAccept, { token }, { caller: person.session });
  assert.notEqual(again.memberId, memberId);
  const all = world.state.members.inGroup("user", userId);
  assert.deepEqual(all.map(({ status, role }) => `${status} ${role}`).sort(), [
    "active developer",
    "removed viewer",
  ]);
});

test("tenant.member.remove: a member of another company, and no member -> the same bytes but for the id", async () => {
  const world = await openPlatformWorld();
  const owner = await newPerson(world, await newCompany(world));
  const other = await newPerson(world, await newCompany(world), { email: "b@example.com" });
  const bytesFor = async (memberId: string) => {
    const asking = { caller: owner.session };
    const prepared = await world.prepare(tenantMemberRemove, { memberId }, asking);
    const { body = "" } = world.run(tenantMemberRemove, { memberId }, { ...asking, prepared });
    return body.replaceAll(memberId, "ID");
  };
  assert.equal(await bytesFor(other.memberId), await bytesFor(world.nextId("mem")));
});
