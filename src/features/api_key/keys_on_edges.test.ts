/**
 * Keys of a company on an edge: what the platform shard has decided, looked up in its view, and
 * requests with the real texts of the keys.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { keyCompany, newKey } from "../../../test/support/features/api_key/keys.ts";
import { START_MS } from "../../../test/world/callers.ts";
import { openPlatformWorld, type PlatformWorld } from "../../../test/world/platform_world.ts";
import { makeApiKey } from "../../access/api_key.ts";
import { Credentials } from "../../access/credentials.ts";
import { gateOf, protocolGate } from "../../access/gate.ts";
import { checkPermission } from "../../access/permission.ts";
import { ipBytes } from "../../base/ip_address.ts";
import { announce, announcedDeclarations } from "../announced.ts";
import type { ApiKeyChanged } from "../platform/platform_facts.ts";
import type { ApiKeyDocument } from "../platform/platform_state.ts";
import { transferList } from "../transfer/transfer.list.ts";
import { transferRetrieve } from "../transfer/transfer.retrieve.ts";
import { apiKeyRevoke } from "./api_key.revoke.ts";
import { apiKeyRoll } from "./api_key.roll.ts";
import { apiKeyUpdate } from "./api_key.update.ts";

const PEPPER = Buffer.alloc(32, 3);
const HERE = "192.0.2.7";

/** An edge that was told nothing and looks up what the view shows. */
async function edgeOf(world: PlatformWorld) {
  const credentials = new Credentials({ all: [PEPPER] }, undefined, await world.directory());
  return (key: string, address = HERE, nowMs = world.nowMs) =>
    callerBy(credentials, key, { address, nowMs });
}

function callerBy(
  credentials: Credentials,
  key: string,
  { address = HERE, nowMs }: { address?: string; nowMs: number },
) {
  const presented = {
    authorization: `Bearer ${key}`,
    sessionText: "",
    address: ipBytes(address) as Uint8Array,
    tenant: "",
    userAgent: "",
  };
  const caller = credentials.authenticate(presented as never, nowMs);
  return "refused" in caller ? { refusal: caller } : { caller };
}

test("keys on edges: a key of some addresses, from another -> the refusal of a key that nobody has", async () => {
  const world = await openPlatformWorld();
  const company = await keyCompany(world);
  const made = await newKey(world, company, { allowedCidrs: ["192.0.2.0/24"] });
  const nobody = makeApiKey("sandbox", (size) => new Uint8Array(size).fill(7), PEPPER).text;
  const edge = await edgeOf(world);
  assert.equal(edge(made.key).caller?.kind, "product_key");
  const elsewhere = JSON.stringify(edge(made.key, "198.51.100.1").refusal);
  assert.match(elsewhere, /invalid_credentials/);
  assert.equal(elsewhere, JSON.stringify(edge(nobody, "198.51.100.1").refusal));
  const { productId, owner } = company;
  const input = { productId, apiKeyId: made.apiKeyId, allowedCidrs: ["198.51.100.1"] };
  await world.made(apiKeyUpdate, input, { caller: owner.session });
  const changed = await edgeOf(world);
  assert.equal(changed(made.key, "198.51.100.1").caller?.kind, "product_key");
  assert.equal(changed(made.key).refusal?.code, "invalid_credentials");
});

test("keys on edges: rolled with an overlap -> both work until its end, then the new one alone", async () => {
  const world = await openPlatformWorld();
  const company = await keyCompany(world);
  const { productId, owner } = company;
  const old = await newKey(world, company);
  const rolling = { productId, apiKeyId: old.apiKeyId, overlapSeconds: 60 };
  const next = await world.made(apiKeyRoll, rolling, { caller: owner.session });
  const edge = await edgeOf(world);
  const ends = START_MS + 60_000;
  for (const key of [old.key, String(next["key"])]) {
    assert.equal(edge(key, HERE, ends - 1).caller?.kind, "product_key");
  }
  const refusal = edge(old.key, HERE, ends).refusal;
  assert.deepEqual(
    [refusal?.code, refusal?.details["revokedAt"]],
    ["key_revoked", new Date(ends).toISOString()],
  );
  assert.equal(edge(String(next["key"]), HERE, ends).caller?.kind, "product_key");
  const input = { productId, apiKeyId: String(next["apiKeyId"]) };
  await world.made(apiKeyRevoke, input, { caller: owner.session });
  assert.equal((await edgeOf(world))(String(next["key"])).refusal?.code, "key_revoked");
});

test("keys on edges: an operation that came after the key -> not_in_key; a key of before reaches it", async (t) => {
  const world = await openPlatformWorld();
  const company = await keyCompany(world);
  const all = announcedDeclarations();
  t.after(() => announce(all));
  const operations = new Map(all.operations);
  operations.delete(transferRetrieve.id);
  announce({ ...all, operations });
  const frozen = await newKey(world, company);
  announce(all);
  const { caller } = (await edgeOf(world))(frozen.key);
  assert.ok(caller?.kind === "product_key");
  assert.deepEqual(caller.key.operationIds, frozen.operationIds);
  assert.equal(checkPermission(caller, "sandbox", gateOf(transferList)), undefined);
  const refusal = checkPermission(caller, "sandbox", gateOf(transferRetrieve));
  assert.deepEqual(
    [refusal?.code, refusal?.details["reason"]],
    ["operation_not_allowed", "not_in_key"],
  );
  assert.equal(checkPermission(caller, "sandbox", protocolGate("graphql")), undefined);
  const stored = world.state.apiKeys.find(frozen.apiKeyId) as ApiKeyDocument;
  const { realm: _, operationSet: __, ...before } = stored;
  const fact: ApiKeyChanged = { kind: "api_key.changed.1", apiKey: before };
  world.apply([fact]);
  const old = (await edgeOf(world))(frozen.key).caller;
  assert.ok(old?.kind === "product_key");
  assert.equal(checkPermission(old, "sandbox", gateOf(transferRetrieve)), undefined);
});

test("keys on edges: many keys with the same scopes -> one list of operations, which all of them share", async () => {
  const world = await openPlatformWorld();
  const company = await keyCompany(world);
  const keys = [await newKey(world, company), await newKey(world, company)];
  const edge = await edgeOf(world);
  const [one, other] = keys.map(({ key }) => {
    const { caller } = edge(key);
    return caller?.kind === "product_key" ? caller.key.operationIds : undefined;
  });
  assert.ok(one !== undefined && one === other);
});

test("keys on edges: told of a key before the view is open, its list older than the start -> works once the view is", async () => {
  const world = await openPlatformWorld();
  const company = await keyCompany(world);
  await newKey(world, company);
  const made = await newKey(world, company);
  const { realm: _, ...apiKey } = world.state.apiKeys.find(made.apiKeyId) as ApiKeyDocument;
  const opened = await world.directory();
  let isOpen = false;
  const credentials = new Credentials({ all: [PEPPER] }, undefined, {
    ...opened,
    find: (subject) => (isOpen ? opened.find(subject) : undefined),
  });
  credentials.apply({ kind: "api_key", key: apiKey });
  isOpen = true;
  const { caller } = callerBy(credentials, made.key, { nowMs: world.nowMs });
  assert.ok(caller?.kind === "product_key");
  assert.deepEqual(caller.key.operationIds, made.operationIds);
});
