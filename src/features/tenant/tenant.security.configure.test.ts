/** tenant.security.configure: nobody locks himself out, and each change is in the audit feed. */
import assert from "node:assert/strict";
import { kindsOf, noteIn } from "../../../test/support/features/tenant/tenant.ts";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { announcementOf } from "../platform/platform_facts.ts";
import { tenantSecurityConfigure } from "./tenant.security.configure.ts";
import { ALLOWED_CIDRS_MAX } from "./tenant_limits.ts";

/** `FROM` of the world is in it. */
const OWN = "203.0.113.0/24";

function blocks(count: number): string[] {
  return Array.from({ length: count }, (_, at) => (at === 0 ? OWN : `10.0.${at}.0/24`));
}

platformTable(tenantSecurityConfigure, {
  async given(world) {
    const company = await newCompany(world);
    const verified = await newPerson(world, company, { email: "ada@example.com", mfa: true });
    const plain = await newPerson(world, company, { email: "grace@example.com" });
    const developer = await newPerson(world, company, { role: "developer" });
    return { company, verified, plain, developer };
  },
  asking: ({ verified }) => ({ caller: verified.session }),
  input: () => ({ requireMfa: true, allowedCidrs: [OWN] }),
  rows: [
    {
      title: "a session with a second factor, from an address of the list",
      outcome: "the rules, announced as they are, with a note",
      reply: { requireMfa: true, allowedCidrs: [OWN], revision: 2 },
      check({ facts }, { company: { tenantId } }) {
        assert.deepEqual(kindsOf(facts), ["tenant.changed.1", "audit.noted.1"]);
        const [fact] = facts;
        const policy = { tenantId, requireMfa: true, allowedCidrs: [OWN] };
        assert.deepEqual(fact && announcementOf(fact), { kind: "tenant", tenant: policy });
        const { before, after } = noteIn(facts);
        assert.equal((before as { requireMfa: boolean }).requireMfa, false);
        assert.equal((after as { requireMfa: boolean }).requireMfa, true);
      },
    },
    {
      title: "the rule is turned on in a session without a second factor",
      asking: ({ plain }) => ({ caller: plain.session }),
      code: "mfa_verification_required",
      details: { policy: "operation" },
    },
    {
      title: "other rules in a session without a second factor",
      asking: ({ plain }) => ({ caller: plain.session }),
      input: { requireMfa: false },
      outcome: "the rules",
      reply: { requireMfa: false, allowedCidrs: [OWN] },
    },
    {
      title: "a list without the caller's own address",
      input: { allowedCidrs: ["198.51.100.0/24", "2001:db8::/32"] },
      code: "invalid_request",
      check: ({ details }) => assert.deepEqual(details["issues"][0].path, ["allowedCidrs"]),
    },
    {
      title: "a list with the own address of IPv6",
      asking: ({ verified }) => ({
        caller: verified.session,
        from: { address: "2001:db8:0:0:0:0:0:1", userAgent: "" },
      }),
      input: { allowedCidrs: ["2001:db8::/32"] },
      outcome: "the rules",
    },
    {
      title: "a text that is no block",
      input: { allowedCidrs: [OWN, "10.0.0.0/33"] },
      code: "invalid_request",
      check: ({ details }) => assert.deepEqual(details["issues"][0].path, ["allowedCidrs", 1]),
    },
    {
      title: "as many blocks as there may be",
      input: { allowedCidrs: blocks(ALLOWED_CIDRS_MAX) },
      outcome: "the rules",
    },
    {
      title: "one block more",
      input: { allowedCidrs: blocks(ALLOWED_CIDRS_MAX + 1) },
      code: "invalid_request",
    },
    {
      title: "an empty list",
      input: { allowedCidrs: [] },
      outcome: "from everywhere",
      reply: { allowedCidrs: [] },
    },
    {
      title: "the rules that there are",
      input: { requireMfa: false, allowedCidrs: [] },
      outcome: "no change and no note",
      reply: { revision: 1 },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "a developer",
      asking: ({ developer }) => ({ caller: developer.session }),
      code: "missing_required_permission",
      details: { permission: "security:write", role: "developer" },
    },
    {
      title: "another revision",
      input: { expectedRevision: 7 },
      code: "state_conflict",
      details: { expected: 7, actual: 1 },
    },
  ],
});
