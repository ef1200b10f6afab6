/** tenant.invitation.revoke: what is taken back, by whom, and what is over already. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { invited, kindsOf, noteIn } from "../../../test/support/features/tenant/tenant.ts";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { openPlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { INVITATION_LASTS_MS } from "./invitation_document.ts";
import { tenantInvitationRevoke } from "./tenant.invitation.revoke.ts";

platformTable(tenantInvitationRevoke, {
  async given(world) {
    const company = await newCompany(world);
    const owner = await newPerson(world, company, { email: "ada@example.com" });
    const admin = await newPerson(world, company, { role: "admin" });
    const viewer = await newPerson(world, company, { role: "viewer" });
    const other = await newPerson(world, await newCompany(world), { email: "b@example.com" });
    const foreign = await invited(world, other.session);
    const ofOwner = await invited(world, owner.session, { email: "o@example.com", role: "owner" });
    const invitation = await invited(world, admin.session);
    return { owner, admin, viewer, foreign, ofOwner, invitation };
  },
  asking: ({ admin }) => ({ caller: admin.session }),
  input: ({ invitation }) => ({ invitationId: invitation.invitationId }),
  rows: [
    {
      title: "a pending one",
      outcome: "revoked, with a note",
      reply: { status: "revoked", email: "grace@example.com" },
      check({ facts }) {
        assert.deepEqual(kindsOf(facts), ["invitation.changed.1", "audit.noted.1"]);
        assert.equal((noteIn(facts).before as { status: string }).status, "pending");
      },
    },
    {
      title: "an owner takes back what was for an owner",
      asking: ({ owner }) => ({ caller: owner.session }),
      input: ({ ofOwner }) => ({ invitationId: ofOwner.invitationId }),
      outcome: "revoked",
    },
    {
      title: "an admin takes back what was for an owner",
      input: ({ ofOwner }) => ({ invitationId: ofOwner.invitationId }),
      code: "missing_required_permission",
    },
    {
      title: "a viewer whom an edge took for an admin",
      asking: ({ viewer }) => ({ caller: { ...viewer.session, role: "admin" } }),
      code: "missing_required_permission",
      details: { role: "viewer" },
    },
    {
      title: "one of another company",
      input: ({ foreign }) => ({ invitationId: foreign.invitationId }),
      code: "resource_not_found",
      details: { resourceType: "invitation" },
    },
    {
      title: "one that was revoked",
      given: ({ world, admin, invitation: { invitationId } }) =>
        world.made(tenantInvitationRevoke, { invitationId }, { caller: admin.session }),
      code: "state_conflict",
      details: { actual: "revoked" },
    },
    {
      title: "one that has expired",
      given({ world }) {
        world.nowMs += INVITATION_LASTS_MS;
      },
      code: "state_conflict",
      details: { actual: "expired" },
    },
  ],
});

test("tenant.invitation.revoke: one of another company, and none -> the same bytes but for the id", async () => {
  const world = await openPlatformWorld();
  const owner = await newPerson(world, await newCompany(world));
  const other = await newPerson(world, await newCompany(world), { email: "b@example.com" });
  const foreign = await invited(world, other.session);
  const bytesFor = async (invitationId: string) => {
    const asking = { caller: owner.session };
    const prepared = await world.prepare(tenantInvitationRevoke, { invitationId }, asking);
    const { body = "" } = world.run(
      tenantInvitationRevoke,
      { invitationId },
      { ...asking, prepared },
    );
    return body.replaceAll(invitationId, "ID");
  };
  assert.equal(await bytesFor(foreign.invitationId), await bytesFor(world.nextId("inv")));
});
