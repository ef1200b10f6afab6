/** tenant.invitation.create: who may invite whom, and that the secret is in the mail alone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  invited,
  kindsOf,
  linkIn,
  mailIn,
  manyInvited,
  noteIn,
} from "../../../test/support/features/tenant/tenant.ts";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { openPlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { tenantInvitationCreate } from "./tenant.invitation.create.ts";
import { PENDING_INVITATIONS_MAX } from "./tenant_limits.ts";

platformTable(tenantInvitationCreate, {
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
  input: () => ({ email: "Grace@Example.com", role: "developer" }),
  rows: [
    {
      title: "an admin invites a developer",
      outcome: "pending for 7 days, with a mail to the address in its one form",
      reply: {
        email: "grace@example.com",
        role: "developer",
        status: "pending",
        expiresAt: "2026-02-07T09:30:00.000Z",
      },
      check({ facts }) {
        assert.deepEqual(kindsOf(facts), ["invitation.created.1", "audit.noted.1"]);
        const mail = mailIn(facts);
        assert.equal(mail.to, "grace@example.com");
        assert.deepEqual(mail.values, { company: "Acme", role: "developer" });
        assert.match(
          linkIn(mail),
          /^https:\/\/money\.example\/console\/invitations#token=service_invite_[0-9A-Za-z_]{72}$/,
        );
        assert.equal((noteIn(facts).after as { email: string }).email, "grace@example.com");
        assert.equal(noteIn(facts).before, undefined);
      },
    },
    {
      title: "an owner invites an owner",
      asking: ({ owner }) => ({ caller: owner.session }),
      input: { role: "owner" },
      outcome: "pending",
    },
    {
      title: "the address has a pending invitation",
      given: ({ world, admin }) => invited(world, admin.session),
      outcome: "it is revoked in the same record",
      reply: { role: "developer" },
      check: ({ facts }) =>
        assert.deepEqual(kindsOf(facts), [
          "invitation.changed.1",
          "invitation.created.1",
          "audit.noted.1",
        ]),
    },
    {
      title: "an admin invites an owner",
      input: { role: "owner" },
      code: "missing_required_permission",
      details: { role: "admin" },
    },
    {
      title: "an admin replaces the invitation of an owner",
      given: ({ world, owner }) => invited(world, owner.session, { role: "owner" }),
      code: "missing_required_permission",
    },
    {
      title: "a viewer whom an edge took for an admin",
      asking: ({ viewer }) => ({ caller: { ...viewer.session, role: "admin" } }),
      code: "missing_required_permission",
      details: { role: "viewer" },
    },
    {
      title: "the address of a member",
      input: { email: "VIEWER@example.com" },
      code: "state_conflict",
      details: { actual: "member" },
    },
    {
      title: "the address of another company's member",
      input: { email: "charles@example.com" },
      outcome: "pending, like any other",
    },
    {
      title: "one fewer than there may be is pending",
      given: ({ world, company }) =>
        manyInvited(world, company.tenantId, PENDING_INVITATIONS_MAX - 1),
      outcome: "pending",
    },
    {
      title: "as many as there may be are pending",
      given: ({ world, company }) => manyInvited(world, company.tenantId, PENDING_INVITATIONS_MAX),
      code: "state_constraint_failed",
      details: { constraint: "pending_invitations", limit: PENDING_INVITATIONS_MAX },
    },
    {
      title: "as many, one of them of this address",
      given: ({ world, company }) => manyInvited(world, company.tenantId, PENDING_INVITATIONS_MAX),
      input: { email: "person7@example.com" },
      outcome: "it takes the other one's place",
    },
    {
      title: "a look-alike address",
      input: { email: "gr\u0430ce@example.com" },
      code: "invalid_request",
    },
    {
      title: "an address with a line feed and a header",
      input: { email: "grace@example.com\r\nBcc: x@example.com" },
      code: "invalid_request",
    },
  ],
});

test("tenant.invitation.create: its secret -> in no record, state or answer in clear", async () => {
  const world = await openPlatformWorld();
  const owner = await newPerson(world, await newCompany(world));
  const { invitationId, token } = await invited(world, owner.session);
  const { invitations } = world.state;
  const kept = JSON.stringify(invitations.find(invitations.keyOf(invitationId)));
  assert.ok(token.length > 70 && !kept.includes(token));
  const secret = token.slice(-49);
  const asking = { caller: owner.session };
  const input = { email: "grace@example.com", role: "viewer" };
  const prepared = await world.prepare(tenantInvitationCreate, input, asking);
  const { facts, body } = world.run(tenantInvitationCreate, input, { ...asking, prepared });
  const again = linkIn(mailIn(facts)).slice(-49);
  assert.notEqual(again, secret);
  assert.ok(!JSON.stringify([facts, body, prepared]).includes(again));
});
