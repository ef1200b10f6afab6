/** tenant.member.retrieve: members of the own company, and nobody else's. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { openPlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { tenantMemberRetrieve } from "./tenant.member.retrieve.ts";

platformTable(tenantMemberRetrieve, {
  async given(world) {
    const company = await newCompany(world);
    const owner = await newPerson(world, company, { email: "ada@example.com" });
    const viewer = await newPerson(world, company, { role: "viewer" });
    const other = await newCompany(world, "Babbage");
    const stranger = await newPerson(world, other, { email: "charles@example.com" });
    return { owner, viewer, stranger };
  },
  asking: ({ owner }) => ({ caller: owner.session }),
  input: ({ viewer }) => ({ memberId: viewer.memberId }),
  rows: [
    {
      title: "a member",
      outcome: "the person's address, name, role",
      reply: {
        email: "viewer@example.com",
        displayName: "Ada Lovelace",
        role: "viewer",
        mfa: false,
      },
    },
    {
      title: "a member of another company",
      input: ({ stranger }) => ({ memberId: stranger.memberId }),
      code: "resource_not_found",
      details: { resourceType: "member" },
    },
    {
      title: "the id of a person",
      input: ({ viewer }) => ({ memberId: viewer.userId }),
      code: "resource_not_found",
    },
  ],
});

test("tenant.member.retrieve: a member of another company, and no member -> the same but for the id", async () => {
  const world = await openPlatformWorld();
  const owner = await newPerson(world, await newCompany(world));
  const other = await newPerson(world, await newCompany(world), { email: "b@example.com" });
  const bytesFor = async (memberId: string) => {
    const { refusal } = await world.read(
      tenantMemberRetrieve,
      { memberId },
      { caller: owner.session },
    );
    return JSON.stringify(refusal).replaceAll(memberId, "ID");
  };
  assert.equal(await bytesFor(other.memberId), await bytesFor(world.nextId("mem")));
});
