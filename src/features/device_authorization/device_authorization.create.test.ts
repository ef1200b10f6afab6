/** Decision table of device_authorization.create. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CLIENT_ID,
  newDevice,
  RESOURCE,
} from "../../../test/support/features/device_authorization/devices.ts";
import { openPlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { DEFAULT_LOGIN_SCOPES } from "../login_scopes.ts";
import { agentScopes } from "../operation_ids.ts";
import { deviceAuthorizationCreate } from "./device_authorization.create.ts";
import { DEVICE_KEPT_MS, DEVICE_LASTS_SECONDS } from "./device_document.ts";
import type { DeviceFact } from "./device_facts.ts";

platformTable(deviceAuthorizationCreate, {
  input: () => ({ client_id: CLIENT_ID }),
  rows: [
    {
      title: "a client alone",
      outcome: "the documented scopes, for 15 minutes, to be polled every 5 seconds",
      reply: {
        verification_uri: "https://money.example/console/device",
        expires_in: 900,
        interval: 5,
      },
      check({ reply, facts }, { world }) {
        assert.match(reply.device_code, /^service_device_[0-9A-Za-z_]{72}$/);
        assert.match(reply.user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
        const complete = `${reply.verification_uri}?user_code=${reply.user_code}`;
        assert.equal(reply.verification_uri_complete, complete);
        const { device } = facts[0] as DeviceFact;
        assert.deepEqual(device.scopes, DEFAULT_LOGIN_SCOPES);
        assert.deepEqual([device.status, device.resource], ["pending", RESOURCE]);
        assert.equal(device.expiresAtMs, world.nowMs + 900_000);
        const stored = JSON.stringify(facts);
        const code = reply.user_code.replace("-", "");
        assert.ok(![reply.device_code, reply.user_code, code].some((one) => stored.includes(one)));
      },
    },
    {
      title: "hints of somebody new",
      input: { login_hint: "ada@example.com", name: "Ada & Co", company: "", scope: "" },
      outcome: "behind the # of the address; one without a value is as one that is left out",
      check({ reply, facts }) {
        const [, fragment = ""] = reply.verification_uri_complete.split("#");
        const expected = { email: "ada@example.com", name: "Ada & Co" };
        assert.deepEqual(Object.fromEntries(new URLSearchParams(fragment)), expected);
        assert.deepEqual((facts[0] as DeviceFact).device.hints, expected);
      },
    },
    {
      title: "scopes, some twice, and a field that is unknown",
      input: { scope: "keys:read  keys:read accounts:write", audience: "x" },
      outcome: "each scope once, the field ignored",
      check: ({ facts }) =>
        assert.deepEqual((facts[0] as DeviceFact).device.scopes, ["keys:read", "accounts:write"]),
    },
    { title: "the base URL as resource", input: { resource: RESOURCE }, outcome: "taken" },
    {
      title: "120 characters of a client",
      input: { client_id: "c".repeat(120) },
      outcome: "taken",
    },
    { title: "121", input: { client_id: "c".repeat(121) }, code: "invalid_request" },
    { title: "no client", input: { client_id: "" }, code: "invalid_request" },
    { title: "a client that is blank", input: { client_id: " " }, code: "invalid_request" },
    { title: "a client with a line break", input: { client_id: "a\nb" }, code: "invalid_request" },
    {
      title: "the name of an agent, with the resource of programs",
      input: { agent_name: "Bot" },
      code: "invalid_request",
    },
    {
      title: "an agent that names no scopes",
      input: { resource: `${RESOURCE}/mcp`, agent_name: "Bot", scope: undefined },
      outcome: "it asks for all that agents may have, under its name",
      check({ facts }) {
        const [{ device }] = facts as unknown as [DeviceFact];
        assert.deepEqual([device.agentName, device.scopes], ["Bot", agentScopes()]);
      },
    },
    {
      title: "an agent without a name",
      input: { resource: `${RESOURCE}/mcp`, scope: "books:read" },
      outcome: "it is called as its client",
      check({ facts }) {
        const [{ device }] = facts as unknown as [DeviceFact];
        assert.deepEqual([device.agentName, device.scopes], [CLIENT_ID, ["books:read"]]);
      },
    },
    {
      title: "an agent that asks for a scope of people",
      input: { resource: `${RESOURCE}/mcp`, scope: "tenant:write" },
      code: "state_constraint_failed",
      details: { constraint: "invalid_scope" },
    },
    {
      title: "another resource",
      input: { resource: `${RESOURCE}/other` },
      code: "state_constraint_failed",
      details: { constraint: "invalid_target" },
    },
    {
      title: "a scope that is none",
      input: { scope: "keys:read all" },
      code: "state_constraint_failed",
      details: { constraint: "invalid_scope" },
    },
  ],
});

test("device authorizations: an hour after their end -> forgotten by the next that begins", async () => {
  const world = await openPlatformWorld();
  await newDevice(world);
  world.nowMs += DEVICE_LASTS_SECONDS * 1_000 + DEVICE_KEPT_MS - 1;
  await newDevice(world);
  assert.equal(world.state.devices.size, 2);
  world.nowMs += 1;
  await newDevice(world);
  assert.equal(world.state.devices.size, 2);
});

test("user codes: one that is in use -> the next of the prepared ones is taken; none left -> refused", async () => {
  const world = await openPlatformWorld();
  const input = { client_id: CLIENT_ID };
  const prepared = await world.prepare(deviceAuthorizationCreate, input);
  const codes = new Set<string>();
  for (let time = 0; time < 4; time++) {
    // Each program has another device code, as another preparation would have made it.
    const { device } = (await world.prepare(deviceAuthorizationCreate, input)) as {
      device: object;
    };
    const again = { prepared: { ...(prepared as object), device } };
    codes.add(world.run(deviceAuthorizationCreate, input, again).reply.user_code);
  }
  assert.equal(codes.size, 4);
  const fifth = world.run(deviceAuthorizationCreate, input, { prepared });
  assert.equal(fifth.code, "ledger_unavailable");
});
