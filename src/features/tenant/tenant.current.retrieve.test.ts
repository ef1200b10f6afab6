/** tenant.current.retrieve: the own company, as old and as new ones are stored. */
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { tenantCurrentRetrieve } from "./tenant.current.retrieve.ts";
import { tenantCurrentUpdate } from "./tenant.current.update.ts";

platformTable(tenantCurrentRetrieve, {
  async given(world) {
    const company = await newCompany(world, "Acme");
    const other = await newCompany(world, "Babbage");
    const owner = await newPerson(world, company, { email: "ada@example.com" });
    const stranger = await newPerson(world, other, { email: "charles@example.com" });
    return { company, other, owner, stranger };
  },
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "a company that was made without country and revision",
      outcome: "its name, revision 1, changed when it was made, by days of UTC",
      reply: {
        ...{ name: "Acme", timeZone: "UTC", status: "active", revision: 1 },
        updatedAt: "2026-01-31T09:30:00.000Z",
      },
    },
    {
      title: "a token of the company",
      asking: ({ owner }) => ({ caller: owner.token }),
      outcome: "the same",
      reply: { name: "Acme" },
    },
    {
      title: "a person of another company",
      asking: ({ stranger }) => ({ caller: stranger.session }),
      outcome: "the person's own company",
      reply: { name: "Babbage" },
    },
    {
      title: "after a change",
      given: ({ world, owner }) =>
        world.made(tenantCurrentUpdate, { name: "Acme Ltd" }, { caller: owner.session }),
      outcome: "the new name and the next revision",
      reply: { name: "Acme Ltd", revision: 2 },
    },
  ],
});
