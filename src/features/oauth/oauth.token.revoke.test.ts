/** Decision table of oauth.token.revoke. */
import assert from "node:assert/strict";
import { newLogin, refreshOf } from "../../../test/support/features/oauth/logins.ts";
import { newCompany, newPerson, newProduct } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { apiKeySandboxCreate } from "../api_key/api_key.sandbox.create.ts";
import { AUDIT_NOTED } from "../audit/audit_note.ts";
import { oauthTokenCreate } from "./oauth.token.create.ts";
import { oauthTokenRevoke } from "./oauth.token.revoke.ts";

platformTable(oauthTokenRevoke, {
  async given(world) {
    const company = await newCompany(world);
    const mine = await newPerson(world, company);
    const login = await newLogin(world, mine);
    const { productId } = await newProduct(world, company);
    const draft = { productId, name: "cli", scopes: ["accounts:read"] };
    const { apiKeyId } = await world.made(apiKeySandboxCreate, draft, { caller: login.caller });
    const revokedAtMs = () => world.state.sessions.byId(1, login.sessionId)?.revokedAtMs;
    return { mine, login, apiKeyId, revokedAtMs };
  },
  input: ({ login }) => ({ token: login.refresh }),
  rows: [
    {
      title: "the refresh token",
      outcome: "the login ends, with its key; noted",
      check({ facts }, { world, apiKeyId, revokedAtMs }) {
        assert.equal(revokedAtMs(), world.nowMs);
        assert.equal(world.state.apiKeys.find(apiKeyId)?.status, "revoked");
        const kinds = facts.map(({ kind }) => kind).slice(0, 3);
        assert.deepEqual(kinds, ["session.revoked.1", "api_key.revoked.1", AUDIT_NOTED]);
      },
    },
    {
      title: "a refresh token that was used, with a hint that is wrong",
      given: async ({ world, login }) => {
        await world.made(oauthTokenCreate, refreshOf(login.refresh));
      },
      input: { token_type_hint: "access_token" },
      outcome: "the login ends",
      check: (_, { world, revokedAtMs }) => assert.equal(revokedAtMs(), world.nowMs),
    },
    {
      title: "an access token",
      input: ({ login }) => ({ token: login.access }),
      outcome: "ends alone",
      check(_, { world, login, revokedAtMs }) {
        assert.equal(revokedAtMs(), undefined);
        assert.deepEqual(world.state.sessions.byId(1, login.sessionId)?.access, []);
      },
    },
    {
      title: "a text that is no token",
      input: { token: "x" },
      outcome: "answered in the same way",
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "a text that no token is as long as",
      input: { token: "x".repeat(5_000), token_type_hint: "y".repeat(300) },
      outcome: "answered in the same way",
      check: ({ facts, reply }) => assert.deepEqual([facts, reply], [[], {}]),
    },
    {
      title: "a token of another client",
      input: { client_id: "other" },
      code: "state_constraint_failed",
      details: { constraint: "invalid_grant" },
      check: (_, { revokedAtMs }) => assert.equal(revokedAtMs(), undefined),
    },
    { title: "no token", input: { token: "" }, code: "invalid_request" },
  ],
});
