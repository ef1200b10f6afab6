/** What a start reads of the documents that stay in the state. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeIdSuffix, placeOf } from "../../../src/base/id.ts";
import { realmKeyOf } from "../../../src/contract/declare/principal.ts";
import { forgottenAtMs } from "../../../src/contract/messages/credential_end.ts";
import { PLATFORM_NAMES, PLATFORM_SHARD } from "../../../src/contract/records/platform_realm.ts";
import type { Fact } from "../../../src/contract/records/record.ts";
import { PLATFORM_REGISTRY, type PlatformShardState } from "../../../src/features/registry.ts";
import { recover } from "../../../src/shard/recovery.ts";
import {
  answerOf,
  commandOf,
  directoryOf,
  NAMES,
  type OpenJournal,
  openJournal,
  openJournalOf,
} from "../../support/shard/open_journal.ts";
import { START_MS } from "../../world/callers.ts";
import { factsOperation } from "../../world/writing.ts";

const COUNT = 20;
const idOf = (prefix: string, at: number) =>
  `${prefix}_${encodeIdSuffix(START_MS, PLATFORM_SHARD, placeOf(1, at), 0)}`;
const TENANT = { tenantId: idOf("ten", 0), name: "Acme", createdAtMs: START_MS };
const PRODUCT_ID = idOf("prod", 0);
const AT = { createdAtMs: START_MS, updatedAtMs: START_MS, revision: 1 };
const UNTIL = { createdAtMs: START_MS, expiresAtMs: START_MS + 9_000_000_000 };
const { tenantId } = TENANT;

/** A member of the company with the login of a program, a token, a key of that login with a use, a blueprint and a Build. */
function factsOf(at: number): Fact[] {
  const userId = idOf("usr", at);
  const credential = { userId, tenantId, identity: `i${at}`, digest: "d", mfa: false, ...UNTIL };
  const apiKeyId = idOf("key", at);
  const person = { email: `user${at}@example.com`, displayName: "A", passwordHash: "h" };
  const granted = { clientId: "cli", scopes: [], resource: "r", idleEndsAtMs: UNTIL.expiresAtMs };
  const from = {
    kind: "cli",
    login: granted,
    access: [],
    ipAddress: "203.0.113.7",
    userAgent: "test",
  };
  const boundGrantId = idOf("ses", at);
  const key = {
    boundGrantId,
    name: "K",
    prefix: "service_test_000",
    digest: "d",
    scopes: [],
    origin: "cli",
  };
  const place = { tenantId, productId: PRODUCT_ID, environment: "sandbox", status: "active" };
  const token = { personalAccessTokenId: idOf("pat", at), name: "T", scopes: [], prefix: "p" };
  const program = { name: "B", sourceDigest: `sha256:${"0".repeat(64)}`, status: "draft" };
  const digest = `sha256:${String(at).padStart(64, "0")}`;
  return [
    { kind: "user.created.1", user: { userId, ...person, ...AT } },
    {
      kind: "member.added.1",
      member: {
        memberId: idOf("mem", at),
        tenantId,
        userId,
        role: "owner",
        status: "active",
        ...AT,
      },
    },
    { kind: "session.begun.1", session: { sessionId: idOf("ses", at), ...from, ...credential } },
    {
      kind: "personal_access_token.created.1",
      personalAccessToken: { ...token, ...credential },
    },
    { kind: "api_key.created.1", apiKey: { apiKeyId, ...key, ...place, slot: at, ...UNTIL } },
    { kind: "credential.used.1", uses: [{ id: apiKeyId, atMs: START_MS, address: "::1" }] },
    {
      kind: "blueprint.created.1",
      blueprint: { blueprintId: idOf("bp", at), tenantId, ...program, ...AT },
      source: "{}",
    },
    {
      kind: "build.created.1",
      build: { buildId: idOf("bld", at), tenantId, ...program, digest, createdAtMs: START_MS },
      program: { text: "{}" },
    },
  ] as unknown as Fact[];
}

async function openPlatform(path: string, factsOfNext: () => readonly Fact[] = () => []) {
  const write = factsOperation(factsOfNext);
  const operations = new Map(PLATFORM_REGISTRY.operations).set(write.id, write as never);
  const registry = { ...PLATFORM_REGISTRY, operations };
  return await openJournalOf(path, { registry, shard: PLATFORM_SHARD, nowMs: () => START_MS });
}

async function write({ journal, commit, store, ...opened }: OpenJournal<PlatformShardState>) {
  const realm = journal.realms.get(realmKeyOf(PLATFORM_NAMES));
  assert.ok(realm !== undefined);
  const { status } = journal.execute({
    ...commandOf({ realms: { get: () => realm } } as never, "test", {}, undefined),
  });
  assert.equal(status, 200);
  await opened.committed();
  await store.write(journal.drain(commit.durable));
}

test("platform shard: a start over people, keys, their uses, blueprints and Builds -> decodes none of them, and has them all", async (t) => {
  const path = directoryOf(t);
  let facts: readonly Fact[] = [];
  const first = await openPlatform(path, () => facts);
  first.journal.openRealm(PLATFORM_NAMES, START_MS);
  const product = { productId: PRODUCT_ID, tenantId, name: "P", status: "active", ...AT };
  facts = [
    { kind: "tenant.created.1", tenant: TENANT },
    { kind: "product.created.1", product: { ...product, placement: { sandbox: 0, live: 0 } } },
  ] as unknown as Fact[];
  await write(first);
  facts = Array.from({ length: COUNT }, (_, at) => factsOf(at)).flat();
  await write(first);
  // A start decodes the newest record, for its time: here one of none of them.
  facts = [{ kind: "tenant.changed.1", tenant: { ...TENANT, name: "Acme 2" } } as Fact];
  await write(first);
  await first.close();

  const again = await openPlatform(path);
  const parse = t.mock.method(JSON, "parse");
  await recover(again.journal, again, () => {});
  const parsed = () =>
    parse.mock.calls.filter(({ arguments: [text] }) =>
      /"(userId|apiKeyId|address|sourceDigest|text|buildId)":/.test(String(text)),
    ).length;
  assert.equal(parsed(), 0);
  const { users, members, sessions, personalAccessTokens, apiKeys, credentialUses, ...state } =
    again.journal.state;
  const { blueprints, blueprintVersions, blueprintSources } = state;
  const { builds, buildPrograms, buildDigests } = state;
  const ofPrograms = [blueprints, blueprintVersions, blueprintSources];
  const ofBuilds = [builds, buildPrograms, buildDigests];
  const ofPeople = [users, members, sessions, personalAccessTokens, apiKeys, credentialUses];
  for (const table of [...ofPeople, ...ofPrograms, ...ofBuilds]) {
    assert.equal(table.size, COUNT, table.name);
  }
  assert.equal(sessions.inGroup("user", idOf("usr", 7))[0]?.sessionId, idOf("ses", 7));
  assert.equal(parsed(), 1);
  assert.equal(sessions.inGroup("login", "i3")[0]?.sessionId, idOf("ses", 3));
  assert.equal(state.apiKeysOfLogins.of(idOf("ses", 3))[0]?.apiKeyId, idOf("key", 3));
  assert.deepEqual([...sessions.deadlines.realms()], [1]);
  const due = sessions.deadlines.first(1);
  assert.deepEqual(due, { atMs: UNTIL.expiresAtMs, key: sessions.keyOf(idOf("ses", 0)) });
  const { forgotten } = sessions;
  assert.deepEqual(forgotten?.together(1, 3), {
    atMs: forgottenAtMs(UNTIL),
    keys: [0, 1, 2].map((at) => sessions.keyOf(idOf("ses", at))),
  });
  assert.equal(members.inGroup("active", tenantId).length, COUNT);
  assert.equal(state.apiKeysInForce.of(`sandbox:${PRODUCT_ID}`), COUNT);
  assert.equal(blueprints.counted.of(tenantId), COUNT);
  assert.equal(builds.counted.of(tenantId), COUNT);
  assert.deepEqual([...state.apiKeyDeadlines.realms()], [apiKeys.find(idOf("key", 3))?.realm]);
  await again.close();
});

/** A customer of the sandbox with an access and an external id; one of them is suspended. */
function makeCustomer({ journal }: OpenJournal, at: number): string {
  const { productId } = NAMES;
  const entity = { kind: "person", displayName: `Ada ${at}`, country: "GB" };
  const draft = { productId, entity, externalId: `user-${at}` };
  const made = journal.execute(commandOf(journal, "customer.create", draft, undefined));
  const { customerId } = JSON.parse(answerOf(made)) as { customerId: string };
  const suspension = { customerId, reason: "r" };
  if (at === 3) journal.execute(commandOf(journal, "customer.suspend", suspension, undefined));
  return customerId;
}

test("ledger shard: a start over customers, entities and accesses -> decodes none of them, and has them all", async (t) => {
  const path = directoryOf(t);
  const first = await openJournal(path, { nowMs: () => START_MS });
  first.journal.openRealm(NAMES, START_MS);
  const ids = Array.from({ length: COUNT }, (_, at) => makeCustomer(first, at));
  // A start decodes the newest record, for its time: here one of none of them.
  const advance = { productId: NAMES.productId, at: new Date(START_MS + 1).toISOString() };
  first.journal.execute(commandOf(first.journal, "sandbox.clock.advance", advance, undefined));
  await first.committed();
  await first.store.write(first.journal.drain(first.commit.durable));
  await first.close();

  const again = await openJournal(path, { nowMs: () => START_MS });
  const parse = t.mock.method(JSON, "parse");
  await recover(again.journal, again, () => {});
  const parsed = () =>
    parse.mock.calls.filter(({ arguments: [text] }) => /"customerId":/.test(String(text))).length;
  assert.equal(parsed(), 0);
  const { customers, entities, customerAccesses } = again.journal.state;
  for (const table of [customers, entities, customerAccesses]) {
    assert.equal(table.size, COUNT, table.name);
  }
  const keys = ids.map((customerId) => customers.keyOf(customerId));
  assert.deepEqual(
    keys.filter((key) => customers.flagged.has(key)),
    [keys[3]],
  );
  assert.equal(customers.externalIds.holderOf(1, "user-7"), keys[7]);
  assert.equal(parsed(), 0);
  assert.equal(customers.byId(1, ids[3] as string)?.status, "suspended");
  assert.equal(parsed(), 1);
  await again.close();
});
