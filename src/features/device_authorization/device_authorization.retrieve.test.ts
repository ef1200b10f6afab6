/** Decision table of device_authorization.retrieve. */
import assert from "node:assert/strict";
import {
  CLIENT_ID,
  newDevice,
  RESOURCE,
} from "../../../test/support/features/device_authorization/devices.ts";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { FROM, platformTable } from "../../../test/world/platform_world.ts";
import { deviceAuthorizationApprove } from "./device_authorization.approve.ts";
import { deviceAuthorizationRetrieve } from "./device_authorization.retrieve.ts";

platformTable(deviceAuthorizationRetrieve, {
  async given(world) {
    const company = await newCompany(world);
    const mine = await newPerson(world, company);
    const other = await newPerson(world, await newCompany(world, "Other"), {
      email: "other@example.com",
    });
    return { company, mine, other, device: await newDevice(world) };
  },
  input: ({ device }) => ({ userCode: device.userCode }),
  asking: ({ mine }) => ({ caller: mine.session }),
  rows: [
    {
      title: "a program that waits",
      outcome: "who asks, from where, and for what exactly",
      reply: {
        status: "pending",
        clientId: CLIENT_ID,
        resource: RESOURCE,
        ipAddress: FROM.address,
        userAgent: FROM.userAgent,
        requestedAt: "2026-01-31T09:30:00.000Z",
        expiresAt: "2026-01-31T09:45:00.000Z",
      },
      check({ reply }, { company }) {
        assert.deepEqual(reply.company, { tenantId: company.tenantId, name: "Acme" });
        const says = reply.scopes.map((one: { scope: string; says: string }) => one.says);
        assert.equal(says[0], "Read Products.");
        assert.match(says[1], /A sandbox key may get everything that your role permits/);
      },
    },
    {
      title: "small letters, no hyphen",
      input: ({ device }) => ({ userCode: device.userCode.replace("-", "").toLowerCase() }),
      outcome: "the same code",
      reply: { status: "pending" },
    },
    {
      title: "another person before the decision",
      asking: ({ other }) => ({ caller: other.session }),
      outcome: "seen, with that person's company",
      check: ({ reply }) => assert.equal(reply.company.name, "Other"),
    },
    {
      title: "who decided, after the decision",
      given: ({ world, mine, device }) =>
        world.made(
          deviceAuthorizationApprove,
          { userCode: device.userCode, scopes: ["products:read"] },
          { caller: mine.session },
        ),
      outcome: "what was granted",
      reply: { status: "approved", scopes: [{ scope: "products:read", says: "Read Products." }] },
    },
    {
      title: "another person after the decision",
      given: ({ world, mine, device }) =>
        world.made(
          deviceAuthorizationApprove,
          { userCode: device.userCode },
          { caller: mine.session },
        ),
      asking: ({ other }) => ({ caller: other.session }),
      code: "resource_not_found",
    },
    {
      title: "15 minutes later",
      given: ({ world }) => {
        world.nowMs += 900_000;
      },
      outcome: "expired",
      reply: { status: "expired" },
    },
    {
      title: "a code of nobody",
      input: { userCode: "BBBB-BBBB" },
      code: "resource_not_found",
      details: { resourceType: "device_authorization" },
    },
    { title: "a code with a vowel", input: { userCode: "ABBB-BBBB" }, code: "invalid_request" },
  ],
});
