/** tenant.audit_event.retrieve: events of the own feed, and of no other. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import {
  openPlatformWorld,
  type PlatformWorld,
  platformTable,
} from "../../../test/world/platform_world.ts";
import { tenantAuditEventList } from "./tenant.audit_event.list.ts";
import { tenantAuditEventRetrieve } from "./tenant.audit_event.retrieve.ts";
import { tenantCurrentUpdate } from "./tenant.current.update.ts";

/** Renames the person's company; returns the id of the event. */
async function renamedBy(
  world: PlatformWorld,
  { session: caller }: Awaited<ReturnType<typeof newPerson>>,
): Promise<string> {
  await world.made(tenantCurrentUpdate, { name: "New" }, { caller });
  const { items } = await world.found(tenantAuditEventList, {}, { caller });
  return items[0].auditEventId;
}

platformTable(tenantAuditEventRetrieve, {
  async given(world) {
    const owner = await newPerson(world, await newCompany(world));
    const other = await newPerson(world, await newCompany(world), { email: "b@example.com" });
    const auditEventId = await renamedBy(world, owner);
    const foreignId = await renamedBy(world, other);
    return { owner, auditEventId, foreignId };
  },
  asking: ({ owner }) => ({ caller: owner.token }),
  input: ({ auditEventId }) => ({ auditEventId }),
  rows: [
    {
      title: "a change of the company",
      outcome: "what was changed",
      reply: { operation: "tenant.current.update", ipAddress: "203.0.113.7" },
      check: ({ reply }, { owner }) =>
        assert.deepEqual(reply.resource, { type: "tenant", id: owner.tenantId }),
    },
    {
      title: "a change of another company",
      input: ({ foreignId }) => ({ auditEventId: foreignId }),
      code: "resource_not_found",
      details: { resourceType: "audit_event" },
    },
    {
      title: "a text that is no id",
      input: { auditEventId: "aud_1" },
      code: "resource_not_found",
    },
  ],
});

test("tenant.audit_event.retrieve: an event of another company, and none -> the same but for the id", async () => {
  const world = await openPlatformWorld();
  const owner = await newPerson(world, await newCompany(world));
  const other = await newPerson(world, await newCompany(world), { email: "b@example.com" });
  const foreignId = await renamedBy(world, other);
  const bytesFor = async (auditEventId: string) => {
    const asking = { caller: owner.session };
    const { refusal } = await world.read(tenantAuditEventRetrieve, { auditEventId }, asking);
    return JSON.stringify(refusal).replaceAll(auditEventId, "ID");
  };
  assert.equal(await bytesFor(foreignId), await bytesFor(world.nextId("aud")));
});
