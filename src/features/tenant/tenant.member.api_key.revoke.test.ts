/** Decision table of tenant.member.api_key.revoke, and whose a key is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type KeyCompany,
  keyCompany,
  newKey,
  newLiveKey,
} from "../../../test/support/features/api_key/keys.ts";
import { kindsOf, noteIn } from "../../../test/support/features/tenant/tenant.ts";
import {
  openPlatformWorld,
  type PlatformWorld,
  platformTable,
} from "../../../test/world/platform_world.ts";
import { apiKeyList } from "../api_key/api_key.list.ts";
import { apiKeyRoll } from "../api_key/api_key.roll.ts";
import type { ApiKey } from "../api_key/api_key_document.ts";
import type { ApiKeyChanged } from "../platform/platform_facts.ts";
import type { ApiKeyDocument } from "../platform/platform_state.ts";
import { KEYS_ENDED_MAX, tenantMemberApiKeyRevoke } from "./tenant.member.api_key.revoke.ts";
import { tenantMemberRemove } from "./tenant.member.remove.ts";

const keyBy = (world: PlatformWorld, company: KeyCompany, who: "owner" | "developer") =>
  newKey(world, company, {}, { caller: company[who].session });
const statusOf = (world: PlatformWorld, apiKeyId: string) =>
  world.state.apiKeys.find(apiKeyId)?.status;

async function given(world: PlatformWorld) {
  const company = await keyCompany(world);
  const { apiKeyId: ofOwner } = await keyBy(world, company, "owner");
  const { apiKeyId: ofDeveloper } = await keyBy(world, company, "developer");
  return { ...company, ofOwner, ofDeveloper };
}

platformTable(tenantMemberApiKeyRevoke, {
  given,
  input: ({ developer }) => ({ memberId: developer.memberId }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "a member who has made a key",
      outcome: "the key ends, the others stay; the feed names it",
      reply: { hasMore: false },
      check({ reply, facts }, { world, developer, ofOwner, ofDeveloper }) {
        assert.deepEqual(reply.apiKeyIds, [ofDeveloper]);
        assert.equal(reply.userId, developer.userId);
        assert.deepEqual(kindsOf(facts), ["api_key.revoked.1", "audit.noted.1"]);
        assert.deepEqual(
          [ofDeveloper, ofOwner].map((id) => statusOf(world, id)),
          ["revoked", "active"],
        );
        const { resource, after } = noteIn(facts);
        assert.deepEqual(resource, { type: "member", id: developer.memberId });
        assert.deepEqual((after as { apiKeyIds: string[] }).apiKeyIds, [ofDeveloper]);
      },
    },
    {
      title: "a member who was removed",
      given: ({ world, owner, developer }) =>
        world.made(tenantMemberRemove, { memberId: developer.memberId }, { caller: owner.session }),
      outcome: "the keys end too",
      check: ({ reply }, { ofDeveloper }) => assert.deepEqual(reply.apiKeyIds, [ofDeveloper]),
    },
    {
      title: "a member without keys in force",
      input: ({ viewer }) => ({ memberId: viewer.memberId }),
      outcome: "nothing, without a fact",
      reply: { apiKeyIds: [], hasMore: false },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "a key of live, by a role that writes in the sandbox alone",
      asking: ({ developer }) => ({ caller: developer.session }),
      async input({ world, ...company }) {
        await newLiveKey(world, company);
        return { memberId: company.owner.memberId };
      },
      code: "missing_required_permission",
      details: { permission: "keys:write@live" },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "keys of the sandbox and of live, by an owner",
      async input({ world, ...company }) {
        await newLiveKey(world, company);
        return { memberId: company.owner.memberId };
      },
      outcome: "all of them",
      check: ({ reply }) => assert.equal(reply.apiKeyIds.length, 2),
    },
    {
      title: "more keys than end in one decision",
      given({ world, ofDeveloper }) {
        const { realm: _, ...one } = world.state.apiKeys.find(ofDeveloper) as ApiKeyDocument;
        const more = Array.from({ length: KEYS_ENDED_MAX }, (_, at): ApiKeyChanged => {
          const apiKeyId = `key_${String(at).padStart(22, "0")}`;
          const apiKey = { ...one, apiKeyId, slot: one.slot + at + 1 };
          return { kind: "api_key.created.1", apiKey };
        });
        world.apply(more);
      },
      outcome: "the oldest, and that there are more",
      reply: { hasMore: true },
      check({ reply }, { ofDeveloper }) {
        assert.equal(reply.apiKeyIds.length, KEYS_ENDED_MAX);
        assert.equal(reply.apiKeyIds[0], ofDeveloper);
      },
    },
    {
      title: "a member of nobody",
      input: { memberId: "mem_x" },
      code: "resource_not_found",
      details: { resourceType: "member" },
    },
  ],
});

test("keys of a person: made, rolled by another, of before -> of the maker, of who rolled it, of nobody", async () => {
  const world = await openPlatformWorld();
  const company = await given(world);
  const { productId, owner, developer, ofDeveloper, ofOwner } = company;
  const makerOf = (apiKeyId: string) => world.state.apiKeys.find(apiKeyId)?.createdByUserId;
  assert.deepEqual([ofOwner, ofDeveloper].map(makerOf), [owner.userId, developer.userId]);
  const roll = { productId, apiKeyId: ofDeveloper, overlapSeconds: 60 };
  const rolled = await world.made(apiKeyRoll, roll, { caller: owner.session });
  assert.equal(makerOf(rolled.apiKeyId), owner.userId);
  const {
    realm: _,
    createdByUserId: __,
    ...old
  } = world.state.apiKeys.find(ofOwner) as ApiKeyDocument;
  world.apply([{ kind: "api_key.changed.1", apiKey: old } as ApiKeyChanged]);
  const revoke = async (memberId: string) => {
    const { apiKeyIds } = await world.made(
      tenantMemberApiKeyRevoke,
      { memberId },
      { caller: owner.session },
    );
    return apiKeyIds;
  };
  // The rolled key still works, and is its maker's.
  assert.deepEqual(await revoke(developer.memberId), [ofDeveloper]);
  assert.deepEqual(await revoke(owner.memberId), [rolled.apiKeyId]);
  assert.equal(statusOf(world, ofOwner), "active");
});

test("api_key.list: a maker who was removed -> listed as such, and no other key", async () => {
  const world = await openPlatformWorld();
  const company = await given(world);
  const { productId, owner, developer, ofOwner, ofDeveloper } = company;
  const list = async (more: Record<string, unknown> = {}) => {
    const found = await world.found(apiKeyList, { productId, ...more }, { caller: owner.session });
    const items = found.items as ApiKey[];
    return items.map(({ apiKeyId, createdByMember }) => [apiKeyId, createdByMember?.status]);
  };
  assert.deepEqual(await list({ createdByStatus: "removed" }), []);
  const { memberId } = developer;
  const caller = owner.session;
  const removed = await world.made(tenantMemberRemove, { memberId }, { caller });
  assert.equal(removed.apiKeysInForce, 1);
  assert.deepEqual(await list({ createdByStatus: "removed" }), [[ofDeveloper, "removed"]]);
  assert.deepEqual(await list({ createdByStatus: "active" }), [[ofOwner, "active"]]);
  assert.deepEqual(await list(), [
    [ofDeveloper, "removed"],
    [ofOwner, "active"],
  ]);
});
