/** Decision table of device_authorization.approve. */
import assert from "node:assert/strict";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { AUDIT_NOTED, type AuditNoted } from "../audit/audit_note.ts";
import { deviceAuthorizationApprove } from "./device_authorization.approve.ts";
import { deviceAuthorizationDeny } from "./device_authorization.deny.ts";
import type { DeviceFact } from "./device_facts.ts";
import { newDevice } from "./testing_devices.ts";

platformTable(deviceAuthorizationApprove, {
  async given(world) {
    const company = await newCompany(world);
    const mine = await newPerson(world, company, { mfa: true });
    const other = await newPerson(world, company, { role: "admin" });
    return { company, mine, other, device: await newDevice(world) };
  },
  input: ({ device }) => ({ userCode: device.userCode }),
  asking: ({ mine }) => ({ caller: mine.session }),
  rows: [
    {
      title: "a program that waits",
      outcome: "let in for the session's company, with all that it asks for; noted",
      reply: { status: "approved", decidedAt: "2026-01-31T09:30:00.000Z" },
      check({ reply, facts }, { company, mine }) {
        const [changed, note] = facts as unknown as [DeviceFact, AuditNoted];
        const { tenantId } = company;
        const { userId, session } = mine;
        assert.deepEqual(changed.device.decision, {
          ...{ userId, sessionId: session.sessionId, decidedAtMs: 1_769_851_800_000 },
          ...{ tenantId, mfa: true, scopes: ["products:read", "keys:write"] },
        });
        assert.equal(note.kind, AUDIT_NOTED);
        assert.deepEqual([note.tenantIds, note.after], [[tenantId], reply]);
      },
    },
    {
      title: "fewer scopes",
      input: { scopes: ["keys:write"] },
      outcome: "only these",
      check: ({ reply }) =>
        assert.deepEqual(
          reply.scopes.map(({ scope }: { scope: string }) => scope),
          ["keys:write"],
        ),
    },
    { title: "a scope more", input: { scopes: ["accounts:read"] }, code: "invalid_request" },
    { title: "no scope", input: { scopes: [] }, code: "invalid_request" },
    {
      title: "a person without a company",
      asking: ({ mine }) => ({ caller: { ...mine.session, tenantId: "" } }),
      code: "missing_required_permission",
    },
    {
      title: "a program that was let in already",
      given: ({ world, mine, device }) =>
        world.made(
          deviceAuthorizationApprove,
          { userCode: device.userCode },
          { caller: mine.session },
        ),
      code: "state_conflict",
      details: { expected: "pending", actual: "approved" },
    },
    {
      title: "a program that was kept out",
      given: ({ world, mine, device }) =>
        world.made(
          deviceAuthorizationDeny,
          { userCode: device.userCode },
          { caller: mine.session },
        ),
      code: "state_conflict",
      details: { actual: "denied" },
    },
    {
      title: "a program that somebody else let in",
      given: ({ world, other, device }) =>
        world.made(
          deviceAuthorizationApprove,
          { userCode: device.userCode },
          { caller: other.session },
        ),
      code: "resource_not_found",
    },
    {
      title: "the last millisecond",
      given: ({ world }) => {
        world.nowMs += 899_999;
      },
      outcome: "let in",
      reply: { status: "approved" },
    },
    {
      title: "15 minutes later",
      given: ({ world }) => {
        world.nowMs += 900_000;
      },
      code: "state_conflict",
      details: { actual: "expired" },
    },
    { title: "a code of nobody", input: { userCode: "BBBBBBBB" }, code: "resource_not_found" },
  ],
});
