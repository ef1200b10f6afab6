/** tenant.security.retrieve: the rules of companies that have some, and of those that never set any. */
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { tenantSecurityRetrieve } from "./tenant.security.retrieve.ts";

platformTable(tenantSecurityRetrieve, {
  async given(world) {
    const company = await newCompany(world);
    const strict = await newCompany(world, "Strict", {
      requireMfa: true,
      allowedCidrs: ["203.0.113.0/24"],
    });
    const owner = await newPerson(world, company, { email: "ada@example.com" });
    const guarded = await newPerson(world, strict, { email: "grace@example.com" });
    return { owner, guarded };
  },
  rows: [
    {
      title: "a company that has set no rules",
      asking: ({ owner }) => ({ caller: owner.session }),
      outcome: "none, and sessions of 12 hours",
      reply: { requireMfa: false, allowedCidrs: [], sessionMaxAge: 43_200, revision: 1 },
    },
    {
      title: "a company with rules",
      asking: ({ guarded }) => ({ caller: guarded.session }),
      outcome: "its rules",
      reply: { requireMfa: true, allowedCidrs: ["203.0.113.0/24"] },
    },
  ],
});
