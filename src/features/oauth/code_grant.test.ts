/** The grant of an authorization code: what a code is good for, and what becomes of one that is used twice. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newDevice } from "../../../test/support/features/device_authorization/devices.ts";
import {
  approvedCode,
  exchangeOf,
  ISSUER,
  MCP_RESOURCE,
  newClient,
  newRequest,
  REDIRECT,
} from "../../../test/support/features/oauth/codes.ts";
import { pollOf } from "../../../test/support/features/oauth/logins.ts";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { openPlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { AUDIT_NOTED, type AuditNoted } from "../audit/audit_note.ts";
import { deviceAuthorizationApprove } from "../device_authorization/device_authorization.approve.ts";
import { deviceAuthorizationDeny } from "../device_authorization/device_authorization.deny.ts";
import { deviceAuthorizationRetrieve } from "../device_authorization/device_authorization.retrieve.ts";
import { CODE_LASTS_SECONDS } from "../device_authorization/device_document.ts";
import { sessionRevoke } from "../session/session.revoke.ts";
import { tenantMemberRemove } from "../tenant/tenant.member.remove.ts";
import { oauthTokenCreate } from "./oauth.token.create.ts";

const of = (error: string) =>
  ({ code: "state_constraint_failed", details: { constraint: error } }) as const;

platformTable(oauthTokenCreate, {
  async given(world) {
    const company = await newCompany(world);
    const owner = await newPerson(world, company);
    const mine = await newPerson(world, company, { role: "developer", mfa: true });
    const clientId = await newClient(world);
    return { owner, mine, clientId, code: await approvedCode(world, mine.session, clientId) };
  },
  input: ({ clientId, code }) => exchangeOf(clientId, code),
  rows: [
    {
      title: "the code of a program that a person let in",
      outcome: "a login of an agent, and the client was used",
      reply: { token_type: "Bearer", expires_in: 600, scope: "products:read" },
      check({ reply, facts }, { world, clientId, mine }) {
        assert.match(reply.access_token, /^service_access_/);
        assert.match(reply.refresh_token, /^service_refresh_/);
        const [session] = [...world.state.sessions.values()].filter(({ kind }) => kind === "agent");
        assert.deepEqual(
          [session?.userId, session?.mfa, session?.login?.clientId, session?.login?.resource],
          [mine.userId, true, clientId, MCP_RESOURCE],
        );
        assert.equal(facts.at(-1)?.kind, "oauth_client.used.1");
      },
    },
    { title: "its resource too", input: { resource: MCP_RESOURCE }, outcome: "taken" },
    { title: "another resource", input: { resource: `${ISSUER}/v1` }, ...of("invalid_target") },
    {
      title: "another verifier",
      input: { code_verifier: "w".repeat(43) },
      ...of("invalid_grant"),
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    { title: "a short verifier", input: { code_verifier: "v" }, ...of("invalid_grant") },
    { title: "no verifier", input: { code_verifier: "" }, code: "invalid_request" },
    { title: "no redirect URI", input: { redirect_uri: undefined }, code: "invalid_request" },
    { title: "no code", input: { code: undefined }, code: "invalid_request" },
    {
      title: "another redirect URI",
      input: { redirect_uri: `${REDIRECT}/` },
      ...of("invalid_grant"),
    },
    {
      title: "the code of another client",
      input: async ({ world }) => ({ client_id: await newClient(world) }),
      ...of("invalid_grant"),
    },
    {
      title: "the last moment of the code",
      given: ({ world }) => {
        world.nowMs += CODE_LASTS_SECONDS * 1_000 - 1;
      },
      outcome: "taken",
    },
    {
      title: "a moment later",
      given: ({ world }) => {
        world.nowMs += CODE_LASTS_SECONDS * 1_000;
      },
      ...of("invalid_grant"),
    },
    {
      title: "a code whose last character is another",
      input: ({ code }) => ({ code: code.slice(0, -1) + (code.endsWith("0") ? "1" : "0") }),
      ...of("invalid_grant"),
    },
    {
      title: "a device code in its place",
      input: async ({ world }) => ({ code: (await newDevice(world)).deviceCode }),
      ...of("invalid_grant"),
    },
    {
      title: "the code in the place of a device code",
      input: ({ clientId, code }) => ({ ...pollOf(code), client_id: clientId }),
      ...of("invalid_grant"),
    },
    {
      title: "who let it in is no member any more",
      given: ({ world, owner, mine }) =>
        world.made(tenantMemberRemove, { memberId: mine.memberId }, { caller: owner.session }),
      ...of("invalid_grant"),
    },
    {
      title: "the session that let it in was revoked",
      given: ({ world, mine }) =>
        world.made(sessionRevoke, { sessionId: mine.session.sessionId }, { caller: mine.token }),
      ...of("invalid_grant"),
    },
    {
      title: "the code again",
      given: async ({ world, clientId, code }) => {
        await world.made(oauthTokenCreate, exchangeOf(clientId, code));
      },
      ...of("invalid_grant"),
      check({ facts }, { world }) {
        const note = facts.find(({ kind }) => kind === AUDIT_NOTED) as unknown as AuditNoted;
        assert.equal((note.after as { reason: string }).reason, "authorization_code_reused");
        const agents = [...world.state.sessions.values()].filter(({ kind }) => kind === "agent");
        assert.deepEqual(
          agents.map(({ revokedAtMs }) => revokedAtMs),
          [world.nowMs],
        );
      },
    },
    {
      title: "the code again, by whoever has neither client nor verifier",
      given: async ({ world, clientId, code }) => {
        await world.made(oauthTokenCreate, exchangeOf(clientId, code));
      },
      input: {
        client_id: "thief",
        code_verifier: "w".repeat(43),
        redirect_uri: "https://evil.example",
      },
      ...of("invalid_grant"),
      check: ({ facts }) => assert.ok(facts.some(({ kind }) => kind === "session.revoked.1")),
    },
    {
      title: "the code a third time",
      given: async ({ world, clientId, code }) => {
        const input = exchangeOf(clientId, code);
        await world.made(oauthTokenCreate, input);
        const prepared = await world.prepare(oauthTokenCreate, input);
        world.run(oauthTokenCreate, input, { prepared });
      },
      ...of("invalid_grant"),
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
  ],
});

test("consent: approved -> the browser goes back with a code, the state as it was, and this server's name; shown once", async () => {
  const world = await openPlatformWorld();
  const company = await newCompany(world);
  const { session: caller } = await newPerson(world, company, { mfa: true });
  const { session: other } = await newPerson(world, company, { role: "admin", mfa: true });
  const userCode = await newRequest(world, await newClient(world));
  const shown = await world.found(deviceAuthorizationRetrieve, { userCode }, { caller });
  assert.deepEqual(
    [shown.agentName, shown.returnsTo, shown.describedBy, shown.redirectTo],
    ["Desk", "app.example", undefined, undefined],
  );
  const approved = await world.made(deviceAuthorizationApprove, { userCode }, { caller });
  const back = new URL(approved.redirectTo);
  assert.equal(back.origin + back.pathname, REDIRECT);
  assert.deepEqual([...back.searchParams.keys()], ["code", "state", "iss"]);
  assert.equal(back.searchParams.get("state"), "s t&x");
  assert.equal(back.searchParams.get("iss"), ISSUER);
  const again = await world.found(deviceAuthorizationRetrieve, { userCode }, { caller });
  assert.deepEqual([again.status, again.redirectTo], ["approved", undefined]);
  const text = JSON.stringify([...world.state.devices.values()]);
  assert.ok(!text.includes(back.searchParams.get("code") ?? "?"));
  // Whoever else has the handle sees and decides nothing any more.
  const seen = await world.read(deviceAuthorizationRetrieve, { userCode }, { caller: other });
  assert.equal(seen.code, "resource_not_found");
  for (const operation of [deviceAuthorizationApprove, deviceAuthorizationDeny]) {
    const asking = { caller: other };
    const prepared = await world.prepare(operation, { userCode }, asking);
    const { code } = world.run(operation, { userCode }, { ...asking, prepared });
    assert.equal(code, "resource_not_found");
  }
});

test("consent: denied -> the browser goes back with access_denied, and no code", async () => {
  const world = await openPlatformWorld();
  const { session: caller } = await newPerson(world, await newCompany(world), { mfa: true });
  const userCode = await newRequest(world, await newClient(world));
  const { redirectTo } = await world.made(deviceAuthorizationDeny, { userCode }, { caller });
  const told = Object.fromEntries(new URL(redirectTo).searchParams);
  assert.deepEqual(
    [told["error"], told["state"], told["iss"], told["code"]],
    ["access_denied", "s t&x", ISSUER, undefined],
  );
});

test("consent: of a program that polls -> the browser is sent nowhere", async () => {
  const world = await openPlatformWorld();
  const { session: caller } = await newPerson(world, await newCompany(world), { mfa: true });
  const { userCode } = await newDevice(world);
  const approved = await world.made(deviceAuthorizationApprove, { userCode }, { caller });
  assert.equal(approved.redirectTo, undefined);
});
