/** Decision table of platform.personal_access_token.create. */
import assert from "node:assert/strict";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { tokenScopes } from "../token_scopes.ts";
import { platformPersonalAccessTokenCreate } from "./platform.personal_access_token.create.ts";

platformTable(platformPersonalAccessTokenCreate, {
  async given(world) {
    const company = await newCompany(world);
    return { person: await newPerson(world, company), other: await newCompany(world, "Other") };
  },
  input: ({ person: { userId, tenantId } }) => ({ userId, tenantId, name: "script" }),
  asking: () => ({ caller: { kind: "operator", user: "ada/1000" } }),
  rows: [
    {
      title: "a member of the company",
      outcome: "a token of every scope, not verified with a second factor; its text once",
      reply: { name: "script", mfa: false, status: "active" },
      check({ reply, facts }) {
        assert.deepEqual(reply.scopes, tokenScopes());
        assert.ok(!JSON.stringify(facts).includes(reply.token));
      },
    },
    { title: "nobody", input: { userId: "usr_unknown" }, code: "resource_not_found" },
    {
      title: "a company that the person is no member of",
      input: ({ other }) => ({ tenantId: other.tenantId }),
      code: "resource_not_found",
      details: { resourceType: "tenant" },
    },
    {
      title: "an end that is over",
      input: { expiresAt: "2020-01-01T00:00:00Z" },
      code: "state_constraint_failed",
    },
    { title: "a scope that is none", input: { scopes: ["all"] }, code: "invalid_request" },
  ],
});
