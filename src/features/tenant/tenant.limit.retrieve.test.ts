/** tenant.limit.retrieve: what counts as had, and what does not any more. */
import { invited } from "../../../test/support/features/tenant/tenant.ts";
import { newCompany, newPerson, newProduct } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { INVITATION_LASTS_MS } from "./invitation_document.ts";
import { tenantLimitRetrieve } from "./tenant.limit.retrieve.ts";
import { tenantMemberRemove } from "./tenant.member.remove.ts";
import { MEMBERS_MAX, PENDING_INVITATIONS_MAX } from "./tenant_limits.ts";

platformTable(tenantLimitRetrieve, {
  async given(world) {
    const company = await newCompany(world);
    const other = await newCompany(world, "Babbage");
    const owner = await newPerson(world, company, { email: "ada@example.com" });
    const viewer = await newPerson(world, company, { role: "viewer" });
    await newPerson(world, other, { email: "charles@example.com" });
    await newProduct(world, company);
    await newProduct(world, other);
    return { owner, viewer };
  },
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "two members and a Product, and another company's",
      outcome: "the own ones",
      reply: {
        rate: { windowSeconds: 60, countedBy: "credential" },
        exposureCaps: [],
        products: { count: 1 },
        members: { count: 2, max: MEMBERS_MAX },
        pendingInvitations: { count: 0, max: PENDING_INVITATIONS_MAX },
      },
    },
    {
      title: "a member is removed, a person invited",
      async given({ world, owner, viewer }) {
        const { memberId } = viewer;
        await world.made(tenantMemberRemove, { memberId }, { caller: owner.session });
        await invited(world, owner.session);
      },
      outcome: "one member, one invitation",
      reply: {
        members: { count: 1, max: MEMBERS_MAX },
        pendingInvitations: { count: 1, max: PENDING_INVITATIONS_MAX },
      },
    },
    {
      title: "the invitation has expired",
      async given({ world, owner }) {
        await invited(world, owner.session);
        world.nowMs += INVITATION_LASTS_MS;
      },
      outcome: "no invitation",
      reply: { pendingInvitations: { count: 0, max: PENDING_INVITATIONS_MAX } },
    },
  ],
});
