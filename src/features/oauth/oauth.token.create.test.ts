/** Decision table of oauth.token.create, and what becomes of a login in time. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  approvedDevice,
  newDevice,
  RESOURCE,
} from "../../../test/support/features/device_authorization/devices.ts";
import { newLogin, pollOf, refreshOf } from "../../../test/support/features/oauth/logins.ts";
import { newCompany, newPerson, newProduct } from "../../../test/world/people.ts";
import { openPlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { apiKeySandboxCreate } from "../api_key/api_key.sandbox.create.ts";
import { AUDIT_NOTED, type AuditNoted } from "../audit/audit_note.ts";
import { deviceAuthorizationDeny } from "../device_authorization/device_authorization.deny.ts";
import type { DevicePolled } from "../device_authorization/device_facts.ts";
import { sessionRevoke } from "../session/session.revoke.ts";
import { ACCESS_TOKENS_MAX } from "../session/session_document.ts";
import { LOGINS_MAX } from "../session/session_end.ts";
import { tenantMemberRemove } from "../tenant/tenant.member.remove.ts";
import { oauthTokenCreate } from "./oauth.token.create.ts";

const DAY_MS = 86_400_000;
const of = (error: string) =>
  ({ code: "state_constraint_failed", details: { constraint: error } }) as const;

platformTable(oauthTokenCreate, {
  async given(world) {
    const company = await newCompany(world);
    const owner = await newPerson(world, company);
    const mine = await newPerson(world, company, { role: "developer", mfa: true });
    const device = await newDevice(world);
    const approved = await approvedDevice(world, mine.session);
    return { company, owner, mine, device, approved, login: await newLogin(world, mine) };
  },
  input: ({ approved }) => pollOf(approved.deviceCode),
  rows: [
    {
      title: "a device code that a person let in",
      outcome: "a login with a pair of tokens",
      reply: { token_type: "Bearer", expires_in: 600, scope: "products:read keys:write" },
      check({ reply, facts }, { world, mine, company }) {
        assert.match(reply.access_token, /^service_access_/);
        assert.match(reply.refresh_token, /^service_refresh_/);
        const { session } = facts[0] as unknown as { session: Record<string, unknown> };
        assert.deepEqual(
          [session["kind"], session["userId"], session["tenantId"], session["mfa"]],
          ["cli", mine.userId, company.tenantId, true],
        );
        assert.equal(session["expiresAtMs"], world.nowMs + 30 * DAY_MS);
        const stored = JSON.stringify(facts);
        assert.ok(!stored.includes(reply.access_token) && !stored.includes(reply.refresh_token));
      },
    },
    {
      title: "the device code again",
      given: async ({ world, approved }) => {
        await world.made(oauthTokenCreate, pollOf(approved.deviceCode));
      },
      ...of("invalid_grant"),
    },
    {
      title: "the first poll while nobody has decided",
      input: ({ device }) => pollOf(device.deviceCode),
      ...of("authorization_pending"),
      check: ({ facts }, { world }) =>
        assert.deepEqual(
          facts.map((fact) => [fact.kind, (fact as DevicePolled).atMs]),
          [["device_authorization.polled.1", world.nowMs]],
        ),
    },
    {
      title: "the next poll after five seconds",
      given: async ({ world, device }) => {
        const input = pollOf(device.deviceCode);
        world.run(oauthTokenCreate, input, {
          prepared: await world.prepare(oauthTokenCreate, input),
        });
        world.nowMs += 5_000;
      },
      input: ({ device }) => pollOf(device.deviceCode),
      ...of("authorization_pending"),
    },
    {
      title: "the next poll after four",
      given: async ({ world, device }) => {
        const input = pollOf(device.deviceCode);
        world.run(oauthTokenCreate, input, {
          prepared: await world.prepare(oauthTokenCreate, input),
        });
        world.nowMs += 4_000;
      },
      input: ({ device }) => pollOf(device.deviceCode),
      ...of("slow_down"),
      check: ({ facts }) => assert.equal((facts[0] as DevicePolled).intervalSeconds, 10),
    },
    {
      title: "a device code that a person did not let in",
      given: async ({ world, device, mine }) => {
        const { userCode } = device;
        await world.made(deviceAuthorizationDeny, { userCode }, { caller: mine.session });
      },
      input: ({ device }) => pollOf(device.deviceCode),
      ...of("access_denied"),
    },
    {
      title: "15 minutes later, let in or not",
      given: ({ world }) => {
        world.nowMs += 900_000;
      },
      ...of("expired_token"),
    },
    {
      title: "a device code of another client",
      input: { client_id: "other" },
      ...of("invalid_grant"),
    },
    {
      title: "another resource than the login's",
      input: { resource: `${RESOURCE}/mcp` },
      ...of("invalid_target"),
    },
    {
      title: "who let it in is no member any more",
      given: ({ world, owner, mine }) =>
        world.made(tenantMemberRemove, { memberId: mine.memberId }, { caller: owner.session }),
      ...of("access_denied"),
    },
    {
      title: "the session that let it in was revoked",
      given: ({ world, mine }) => {
        const { sessionId } = mine.session;
        return world.made(sessionRevoke, { sessionId }, { caller: mine.token });
      },
      ...of("access_denied"),
    },
    {
      title: "a refresh token in the place of a device code",
      input: ({ login }) => pollOf(login.refresh),
      ...of("invalid_grant"),
    },
    {
      title: "the latest refresh token",
      input: ({ login }) => refreshOf(login.refresh),
      outcome: "another pair, and a login that is unused for 7 days from now on",
      reply: { expires_in: 600, scope: "products:read keys:write" },
      check({ reply }, { world, login }) {
        assert.notEqual(reply.refresh_token, login.refresh);
        const session = world.state.sessions.byId(1, login.sessionId);
        assert.equal(session?.login?.idleEndsAtMs, world.nowMs + 7 * DAY_MS);
        assert.equal(session?.access?.length, 2);
      },
    },
    {
      title: "a refresh token that was used",
      given: async ({ world, login }) => {
        await world.made(oauthTokenCreate, refreshOf(login.refresh));
      },
      input: ({ login }) => refreshOf(login.refresh),
      ...of("invalid_grant"),
      check({ facts }, { world, login, company }) {
        assert.deepEqual(
          facts.map(({ kind }) => kind),
          ["session.revoked.1", AUDIT_NOTED],
        );
        const session = world.state.sessions.byId(1, login.sessionId);
        assert.equal(session?.revokedAtMs, world.nowMs);
        const note = facts[1] as AuditNoted;
        assert.deepEqual([note.tenantIds, note.byPlatform], [[company.tenantId], true]);
        assert.equal((note.after as { reason: string }).reason, "refresh_token_reused");
      },
    },
    {
      title: "a refresh token with a character changed",
      input: ({ login }) =>
        refreshOf(`${login.refresh.slice(0, -1)}${login.refresh.endsWith("0") ? "1" : "0"}`),
      ...of("invalid_grant"),
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "an access token in the place of a refresh token",
      input: ({ login }) => refreshOf(login.access),
      ...of("invalid_grant"),
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "a refresh token of another client",
      input: ({ login }) => ({ ...refreshOf(login.refresh), client_id: "other" }),
      ...of("invalid_grant"),
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "a scope more",
      input: ({ login }) => ({ ...refreshOf(login.refresh), scope: "keys:write accounts:read" }),
      ...of("invalid_scope"),
    },
    {
      title: "a scope less",
      input: ({ login }) => ({ ...refreshOf(login.refresh), scope: "keys:write" }),
      outcome: "all of them, as the answer says",
      reply: { scope: "products:read keys:write" },
    },
    {
      title: "7 days unused",
      given: ({ world }) => {
        world.nowMs += 7 * DAY_MS;
      },
      input: ({ login }) => refreshOf(login.refresh),
      ...of("invalid_grant"),
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "a login that was ended",
      given: ({ world, login, mine }) => {
        const { sessionId } = login;
        return world.made(sessionRevoke, { sessionId }, { caller: mine.session });
      },
      input: ({ login }) => refreshOf(login.refresh),
      ...of("invalid_grant"),
    },
    {
      title: "another grant",
      input: { grant_type: "password" },
      ...of("unsupported_grant_type"),
    },
    { title: "no grant", input: { grant_type: "" }, code: "invalid_request" },
    { title: "no client", input: { client_id: "" }, code: "invalid_request" },
    { title: "no device code", input: { device_code: "" }, code: "invalid_request" },
  ],
});

test("login: refreshed every 6 days -> ends 30 days after its approval, and its key at that time", async () => {
  const world = await openPlatformWorld();
  const company = await newCompany(world);
  const mine = await newPerson(world, company);
  const { productId } = await newProduct(world, company);
  const login = await newLogin(world, mine);
  const endsAtMs = world.nowMs + 30 * DAY_MS;
  const draft = { productId, name: "cli", scopes: ["accounts:write"] };
  const key = await world.made(apiKeySandboxCreate, draft, { caller: login.caller });
  assert.deepEqual([key.origin, key.boundGrantId], ["cli", login.sessionId]);
  let { refresh } = login;
  for (let day = 6; day < 30; day += 6) {
    world.nowMs += 6 * DAY_MS;
    // Six days before its end, the key's owners are told of it.
    assert.deepEqual(
      world.passTime().map(({ body }) => JSON.parse(String(body)).apiKeyId),
      day < 24 ? [] : [key.apiKeyId],
    );
    refresh = (await world.made(oauthTokenCreate, refreshOf(refresh))).refresh_token;
  }
  world.nowMs = endsAtMs - 60_000;
  const last = await world.made(oauthTokenCreate, refreshOf(refresh));
  assert.equal(last.expires_in, 60);
  world.nowMs = endsAtMs;
  const ended = world.passTime();
  assert.deepEqual(
    ended.map(({ code, reply }) => [code, reply.status]),
    [
      [undefined, "expired"],
      [undefined, "expired"],
    ],
  );
  const after = world.state.apiKeys.find(key.apiKeyId);
  assert.deepEqual([after?.status, after?.expiresAtMs], ["expired", endsAtMs]);
  assert.deepEqual(world.passTime(), []);
});

test("login: a used refresh token -> its keys are revoked in the same record", async () => {
  const world = await openPlatformWorld();
  const company = await newCompany(world);
  const mine = await newPerson(world, company);
  const { productId } = await newProduct(world, company);
  const login = await newLogin(world, mine);
  const draft = { productId, name: "cli", scopes: ["accounts:write"] };
  const { apiKeyId } = await world.made(apiKeySandboxCreate, draft, { caller: login.caller });
  await world.made(oauthTokenCreate, refreshOf(login.refresh));
  const input = refreshOf(login.refresh);
  const prepared = await world.prepare(oauthTokenCreate, input);
  const { facts } = world.run(oauthTokenCreate, input, { prepared });
  const kinds = facts.map(({ kind }) => kind);
  assert.deepEqual(kinds.slice(0, 3), ["session.revoked.1", "api_key.revoked.1", AUDIT_NOTED]);
  assert.ok(kinds.includes("effect.owed.1"), `the event of the key is owed: ${kinds}`);
  assert.equal(world.state.apiKeys.find(apiKeyId)?.status, "revoked");
});

test(`login: ${ACCESS_TOKENS_MAX + 4} refreshes in a minute -> ${ACCESS_TOKENS_MAX} access tokens, the newest`, async () => {
  const world = await openPlatformWorld();
  const login = await newLogin(world, await newPerson(world, await newCompany(world)));
  let { refresh } = login;
  for (let time = 0; time < ACCESS_TOKENS_MAX + 4; time++) {
    refresh = (await world.made(oauthTokenCreate, refreshOf(refresh))).refresh_token;
  }
  const { access } = world.state.sessions.byId(1, login.sessionId) ?? {};
  assert.equal(access?.length, ACCESS_TOKENS_MAX);
});

test(`logins: ${LOGINS_MAX} of a person, and one more -> the oldest ends`, async () => {
  const world = await openPlatformWorld();
  const mine = await newPerson(world, await newCompany(world));
  const first = await newLogin(world, mine);
  for (let count = 1; count < LOGINS_MAX; count++) await newLogin(world, mine);
  const statusOfFirst = () => world.state.sessions.byId(1, first.sessionId)?.revokedAtMs;
  assert.equal(statusOfFirst(), undefined);
  await newLogin(world, mine);
  assert.equal(statusOfFirst(), world.nowMs);
  assert.equal(world.state.sessions.byId(1, mine.session.sessionId)?.revokedAtMs, undefined);
});

test("device code: polled too fast again and again -> the interval grows to a minute, then leaves no record", async () => {
  const world = await openPlatformWorld();
  const { deviceCode } = await newDevice(world);
  const input = pollOf(deviceCode);
  const prepared = await world.prepare(oauthTokenCreate, input);
  const intervals: unknown[] = [];
  for (let poll = 0; poll < 15; poll++) {
    const { facts } = world.run(oauthTokenCreate, input, { prepared });
    intervals.push((facts[0] as DevicePolled | undefined)?.intervalSeconds);
  }
  const grown = Array.from({ length: 12 }, (_, at) => 5 + 5 * at);
  assert.deepEqual(intervals, [...grown, undefined, undefined, undefined]);
});
