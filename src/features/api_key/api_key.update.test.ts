/** Decision table of api_key.update. */
import assert from "node:assert/strict";
import { keyCompany, newKey, newLiveKey } from "../../../test/support/features/api_key/keys.ts";
import { type PlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { AUDIT_NOTED, type AuditNoted } from "../audit/audit_note.ts";
import { apiKeyUpdate } from "./api_key.update.ts";

async function given(world: PlatformWorld) {
  const company = await keyCompany(world);
  const { apiKeyId } = await newKey(world, company, { allowedCidrs: ["192.0.2.1"] });
  return { ...company, apiKeyId };
}

platformTable(apiKeyUpdate, {
  given,
  input: ({ productId, apiKeyId }) => ({ productId, apiKeyId }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "another name and other addresses, at the revision",
      input: { name: "Till", allowedCidrs: ["10.0.0.0/8"], expectedRevision: 1 },
      outcome: "both, announced with the key, noted with before and after",
      reply: { name: "Till", allowedCidrs: ["10.0.0.0/8"], revision: 2 },
      check({ facts }) {
        const note = facts.find(({ kind }) => kind === AUDIT_NOTED) as AuditNoted;
        assert.deepEqual(
          [note.before, note.after].map((each) => (each as { name: string }).name),
          ["Checkout", "Till"],
        );
      },
    },
    {
      title: "no addresses",
      input: { allowedCidrs: [] },
      outcome: "taken from everywhere",
      check: ({ reply }) => assert.equal(reply["allowedCidrs"], undefined),
    },
    {
      title: "nothing that differs",
      input: { name: "Checkout" },
      outcome: "no fact, no revision",
      reply: { revision: 1 },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "a key of another company's Product",
      input: ({ foreignProductId }) => ({ productId: foreignProductId }),
      code: "resource_not_found",
      details: { resourceType: "product" },
    },
    {
      title: "a key of another Product of the company",
      input: ({ liveProductId }) => ({ productId: liveProductId }),
      code: "resource_not_found",
      details: { resourceType: "api_key" },
    },
    {
      title: "a key of live, by a role that writes in the sandbox alone",
      asking: ({ developer }) => ({ caller: developer.session }),
      async input({ world, ...company }) {
        const { apiKeyId } = await newLiveKey(world, company);
        return { productId: company.liveProductId, apiKeyId, name: "X" };
      },
      code: "missing_required_permission",
      details: { permission: "keys:write@live", role: "developer" },
    },
    {
      title: "another revision",
      input: { name: "Till", expectedRevision: 2 },
      code: "state_conflict",
      details: { actual: 1 },
    },
  ],
});
