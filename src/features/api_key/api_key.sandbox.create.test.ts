/** Decision table of api_key.sandbox.create, and what a key is made with. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  allKeys,
  disableProduct,
  keyCompany,
  newKey,
} from "../../../test/support/features/api_key/keys.ts";
import { newestLogin, newLogin } from "../../../test/support/features/oauth/logins.ts";
import { START_MS } from "../../../test/world/callers.ts";
import { openPlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { isoTime } from "../../base/iso_time.ts";
import { EFFECT_OWED, type EffectOwed } from "../../contract/declare/effect.ts";
import { AUDIT_NOTED, type AuditNoted } from "../audit/audit_note.ts";
import { browserKeyOnlyOperationIds, operationIdsFor } from "../operation_ids.ts";
import { KEYS_PER_PRODUCT_MAX } from "../platform/api_key_making.ts";
import { KEYS_OF_LOGIN_MAX } from "../platform/login_keys.ts";
import type { ApiKeyChanged } from "../platform/platform_facts.ts";
import type { ApiKeyDocument } from "../platform/platform_state.ts";
import type { Telling } from "../platform/platform_telling.ts";
import { sessionRevoke } from "../session/session.revoke.ts";
import { apiKeySandboxCreate } from "./api_key.sandbox.create.ts";

const DAY_MS = 86_400_000;
const SCOPES = ["transfers:read", "accounts:write"];

platformTable(apiKeySandboxCreate, {
  given: keyCompany,
  input: ({ productId }) => ({ productId, name: "Checkout", scopes: SCOPES }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title:
        "by the login of a program, with scopes that the login lacks and its person's role has",
      given: ({ world, owner }) => newLogin(world, owner),
      asking: ({ world, owner }) => ({ caller: newestLogin(world, owner) }),
      outcome: "a key that ends with the login, and says when that is at the latest",
      check({ reply }, { world }) {
        const { sessionId } = [...world.state.sessions.values()].at(-1) ?? {};
        assert.deepEqual([reply["origin"], reply["boundGrantId"]], ["cli", sessionId]);
        assert.equal(reply["expiresAt"], isoTime(START_MS + 30 * DAY_MS));
      },
    },
    {
      title: "by the login of a program, until a day before the login ends",
      given: ({ world, owner }) => newLogin(world, owner),
      asking: ({ world, owner }) => ({ caller: newestLogin(world, owner) }),
      input: { expiresAt: isoTime(START_MS + 29 * DAY_MS) },
      outcome: "until then",
      reply: { expiresAt: isoTime(START_MS + 29 * DAY_MS) },
    },
    {
      title: "by the login of a program, until a day after the login ends",
      given: ({ world, owner }) => newLogin(world, owner),
      asking: ({ world, owner }) => ({ caller: newestLogin(world, owner) }),
      input: { expiresAt: isoTime(START_MS + 31 * DAY_MS) },
      outcome: "until the login ends",
      reply: { expiresAt: isoTime(START_MS + 30 * DAY_MS) },
    },
    {
      title: "by a login that has ended meanwhile",
      given: async ({ world, owner }) => {
        const { caller, sessionId } = await newLogin(world, owner);
        await world.made(sessionRevoke, { sessionId }, { caller });
      },
      asking: ({ world, owner }) => ({ caller: newestLogin(world, owner) }),
      code: "session_revoked",
    },
    {
      title: `by a login that has ${KEYS_OF_LOGIN_MAX} keys`,
      given: async ({ world, owner, productId }) => {
        const { caller } = await newLogin(world, owner);
        for (let count = 0; count < KEYS_OF_LOGIN_MAX; count++) {
          const draft = { productId, name: "cli", scopes: SCOPES };
          await world.made(apiKeySandboxCreate, draft, { caller });
        }
      },
      asking: ({ world, owner }) => ({ caller: newestLogin(world, owner) }),
      code: "state_constraint_failed",
      details: { constraint: "api_keys_of_login", limit: KEYS_OF_LOGIN_MAX },
    },
    {
      title: "in a browser",
      outcome: "a key of 90 days, shown once, frozen to its operations, told and noted",
      reply: {
        environment: "sandbox",
        origin: "browser",
        status: "active",
        revision: 1,
        expiresAt: isoTime(START_MS + 90 * DAY_MS),
      },
      check({ reply, facts }, { world, productId, tenantId }) {
        const { key, apiKeyId, operationIds, ...shown } = reply;
        assert.match(String(key), /^service_test_[0-9A-Za-z]{22}_[0-9A-Za-z]{49}$/);
        const made = { scopes: SCOPES, environment: "sandbox", origin: "browser" } as const;
        assert.deepEqual(operationIds, operationIdsFor(made));
        assert.deepEqual(shown["browserKeyOnlyOperationIds"], browserKeyOnlyOperationIds());
        assert.ok(browserKeyOnlyOperationIds().includes("webhook_endpoint.create"));
        assert.ok(!JSON.stringify(facts).includes(String(key).slice(36)), "no fact has the secret");
        const note = facts.find(({ kind }) => kind === AUDIT_NOTED) as AuditNoted;
        assert.deepEqual(
          [note.tenantIds, note.resource, note.address, note.before],
          [[tenantId], { type: "api_key", id: apiKeyId }, "203.0.113.7", undefined],
        );
        const owed = facts.filter(({ kind }) => kind === EFFECT_OWED) as EffectOwed[];
        const [telling] = owed.map(({ effect }) => effect.payload as Telling);
        assert.deepEqual(
          [owed.length, telling?.operation, telling?.names],
          [1, "api_key.tell", { tenantId, productId, environment: "sandbox" }],
        );
        assert.equal(telling?.input["type"], "api_key.created");
        const stored = world.state.apiKeys.find(String(apiKeyId)) as ApiKeyDocument;
        assert.equal(stored.operationSet, 0);
      },
    },
    {
      title: "in a browser, with an earlier end and addresses",
      input: { expiresAt: isoTime(START_MS + DAY_MS), allowedCidrs: ["192.0.2.0/24", "::1"] },
      outcome: "both",
      reply: {
        expiresAt: isoTime(START_MS + DAY_MS),
        allowedCidrs: ["192.0.2.0/24", "::1"],
      },
    },
    {
      title: "for agents without a person",
      input: { mcp: true },
      outcome: "the key says so, in answer, fact and feed",
      reply: { mcp: true },
      check({ reply, facts }, { world }) {
        const stored = world.state.apiKeys.find(String(reply["apiKeyId"])) as ApiKeyDocument;
        assert.equal(stored.mcp, true);
        assert.equal(JSON.stringify(facts).split('"mcp":true').length > 2, true);
      },
    },
    {
      title: "expressly not for agents without a person",
      input: { mcp: false },
      outcome: "as where nothing is said",
      check: ({ reply, facts }) => assert.doesNotMatch(JSON.stringify([reply, facts]), /"mcp":/),
    },
    {
      title: "in a browser, with an end behind 90 days",
      input: { expiresAt: isoTime(START_MS + 91 * DAY_MS) },
      outcome: "90 days",
      reply: { expiresAt: isoTime(START_MS + 90 * DAY_MS) },
    },
    {
      title: "with a token that has the scopes",
      asking: ({ owner }) => ({
        caller: { ...owner.token, scopes: new Set(["keys:write", ...SCOPES]) },
      }),
      outcome: "a key of the command line without an end, which lacks what takes a browser's key",
      check({ reply }) {
        assert.deepEqual([reply["origin"], reply["expiresAt"]], ["cli", undefined]);
        const ids = reply["operationIds"] as string[];
        assert.deepEqual(
          ids.filter((id) => browserKeyOnlyOperationIds().includes(id)),
          [],
        );
      },
    },
    {
      title: "a second key with the same scopes",
      given: ({ world, ...company }) => newKey(world, company, { scopes: SCOPES }),
      outcome: "no second list of operations",
      check({ facts }, { world }) {
        assert.equal(
          facts.some(({ kind }) => kind === "operation_set.created.1"),
          false,
        );
        assert.equal(world.state.operationSets.size, 1);
      },
    },
    {
      title: "a Product of another company",
      input: ({ foreignProductId }) => ({ productId: foreignProductId }),
      code: "resource_not_found",
      details: { resourceType: "product" },
    },
    {
      title: "a Product that is disabled",
      given: ({ world, productId }) => disableProduct(world, productId),
      code: "product_access_suspended",
    },
    {
      title: "a token that lacks a scope of the key",
      asking: ({ owner }) => ({
        caller: { ...owner.token, scopes: new Set(["keys:write", "transfers:read"]) },
      }),
      code: "missing_required_scope",
      details: { scope: "accounts:write" },
    },
    {
      title: "a role that lacks a scope of the key",
      asking: ({ viewer }) => ({ caller: viewer.session }),
      code: "missing_required_scope",
      details: { scope: "accounts:write" },
    },
    {
      title: "an end that has come",
      input: { expiresAt: isoTime(START_MS) },
      code: "state_constraint_failed",
      details: { constraint: "expires_ahead" },
    },
    {
      title: "one key more than a Product may have",
      given: ({ world, ...company }) => allKeys(world, company),
      code: "state_constraint_failed",
      details: { constraint: "api_keys", limit: KEYS_PER_PRODUCT_MAX },
    },
    {
      title: "as many keys as a Product may have, one of them revoked",
      async given({ world, ...company }) {
        const { realm: _, ...one } = await allKeys(world, company);
        const apiKey = { ...one, status: "revoked", revokedAtMs: START_MS } as const;
        world.apply([{ kind: "api_key.revoked.1", apiKey } as ApiKeyChanged]);
      },
      outcome: "the last one",
    },
    {
      title: "a scope that no key can have",
      input: { scopes: ["keys:write"] },
      code: "invalid_request",
    },
    {
      title: "an address that is none",
      input: { allowedCidrs: ["10.0.0.0/33"] },
      code: "invalid_request",
    },
  ],
});

test("api_key.sandbox.create: several lists of operations -> a number each, and one for the same", async () => {
  const world = await openPlatformWorld();
  const company = await keyCompany(world);
  const numberOf = async (scopes: string[]) => {
    const { apiKeyId } = await newKey(world, company, { scopes });
    return (world.state.apiKeys.find(apiKeyId) as ApiKeyDocument).operationSet;
  };
  const numbers = [
    await numberOf(["transfers:read"]),
    await numberOf(["accounts:read"]),
    await numberOf(["transfers:read"]),
  ];
  assert.deepEqual(numbers, [0, 1, 0]);
});
