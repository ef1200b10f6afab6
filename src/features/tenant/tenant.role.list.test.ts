/** tenant.role.list: each role, and what it permits in which environment. */
import assert from "node:assert/strict";
import { sessionCaller } from "../../../test/world/callers.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { ROLES } from "../../contract/declare/roles.ts";
import { tenantRoleList } from "./tenant.role.list.ts";

type Entry = { role: string; permissions: string[] };

platformTable(tenantRoleList, {
  asking: () => ({ caller: sessionCaller() }),
  rows: [
    {
      title: "all roles",
      outcome: "in their order, each with what it may do",
      check({ reply }) {
        const items: Entry[] = reply.items;
        assert.deepEqual(
          items.map(({ role }) => role),
          ROLES,
        );
        const [owner, admin, developer, , , viewer] = items.map(
          ({ permissions }) => new Set(permissions),
        );
        assert.ok(owner?.has("tenant:close") && !admin?.has("tenant:close"));
        assert.ok(developer?.has("accounts:write@sandbox"));
        assert.ok(!developer?.has("accounts:write@live") && developer?.has("accounts:read@live"));
        assert.ok(viewer?.has("members:read") && !viewer.has("members:write"));
      },
    },
    {
      title: "a page of two",
      input: { limit: "2" },
      outcome: "the first two and a cursor",
      check({ reply }) {
        assert.equal(reply.items.length, 2);
        assert.equal(typeof reply.nextCursor, "string");
      },
    },
    {
      title: "a person in no company",
      asking: () => ({
        caller: sessionCaller({ tenantId: "", memberId: undefined, role: undefined }),
      }),
      outcome: "the same",
    },
    { title: "a foreign cursor", input: { cursor: "x" }, code: "invalid_request" },
  ],
});
