/** Decision table of device_authorization.deny. */
import assert from "node:assert/strict";
import { newDevice } from "../../../test/support/features/device_authorization/devices.ts";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { AUDIT_NOTED, type AuditNoted } from "../audit/audit_note.ts";
import { deviceAuthorizationApprove } from "./device_authorization.approve.ts";
import { deviceAuthorizationDeny } from "./device_authorization.deny.ts";
import type { DeviceFact } from "./device_facts.ts";

platformTable(deviceAuthorizationDeny, {
  async given(world) {
    const company = await newCompany(world);
    return { company, mine: await newPerson(world, company), device: await newDevice(world) };
  },
  input: ({ device }) => ({ userCode: device.userCode }),
  asking: ({ mine }) => ({ caller: mine.session }),
  rows: [
    {
      title: "a program that waits",
      outcome: "kept out; noted with who and from where",
      reply: { status: "denied" },
      check({ facts }, { company, mine }) {
        const [changed, note] = facts as unknown as [DeviceFact, AuditNoted];
        assert.equal(changed.device.decision?.userId, mine.userId);
        assert.deepEqual([note.kind, note.tenantIds], [AUDIT_NOTED, [company.tenantId]]);
      },
    },
    {
      title: "a program that was let in",
      given: ({ world, mine, device }) =>
        world.made(
          deviceAuthorizationApprove,
          { userCode: device.userCode },
          { caller: mine.session },
        ),
      code: "state_conflict",
    },
    { title: "a code of nobody", input: { userCode: "BBBBBBBB" }, code: "resource_not_found" },
    { title: "a field", input: { reason: "x" }, code: "invalid_request" },
  ],
});
