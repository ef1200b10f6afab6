/**
 * What the platform shard decides about Products and keys stands in the sequence of events of their
 * realms on the ledger shards: each once, in order, without a gap, whenever the process is killed. The time zone of a
 * company stands in all realms of its Products.
 * A server of its own: it is killed.
 */
import assert from "node:assert/strict";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { Fact } from "../../src/contract/records/record.ts";
import { askControl } from "../../src/operator/control_client.ts";
import { recordsOf } from "../support/records.ts";
import {
  admin,
  killServer,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

const SHARDS = ["--shards", "2"];
const HELD = new URL("../support/hold_shard.mjs", import.meta.url).href;
const KILLS = 4;
const AT_ONCE = 8;

type Placed = { productId: string; environment?: string; revision?: number; status: string };
type Told = Fact & { type: string; origin: number; product?: Placed; apiKey?: Placed };

const isTold = ({ kind }: Fact) => kind === "product.told.1" || kind === "api_key.told.1";

/**
 * The tellings of each realm, `environment:productId`, as `type` and the place of the platform
 * shard's record, in the order of its events. Asserts that these are numbered from 1 without a gap,
 * where nothing else has happened.
 */
async function toldIn(dataDir: string): Promise<Map<string, string[]>> {
  const told = new Map<string, string[]>();
  for (const { firstEvent, facts } of await recordsOf(dataDir, "ledger")) {
    for (const { type, origin, product, apiKey } of facts.filter(isTold) as Told[]) {
      const { environment, productId } = (product ?? apiKey) as Placed;
      const key = `${environment}:${productId}`;
      const before = told.get(key) ?? [];
      assert.equal(firstEvent, before.length + 1, `${type} in ${key}`);
      told.set(key, [...before, `${type} ${origin}`]);
    }
  }
  return told;
}

const TYPES: Readonly<Record<string, string>> = {
  "product.created.1": "product.created",
  "product.changed.1": "product.updated",
  "product.closed.1": "product.closed",
  "api_key.created.1": "api_key.created",
  "api_key.revoked.1": "api_key.revoked",
};

/** The same as it must be: by the records of the platform shard. */
async function decidedOnPlatform(dataDir: string): Promise<Map<string, string[]>> {
  const decided = new Map<string, string[]>();
  for (const { place, facts } of await recordsOf(dataDir, "platform")) {
    for (const { kind, product, apiKey } of facts as Told[]) {
      const type = TYPES[kind];
      if (type === undefined) continue;
      const { productId, environment } = (product ?? apiKey) as Placed;
      for (const realm of environment === undefined ? ["sandbox", "live"] : [environment]) {
        const key = `${realm}:${productId}`;
        decided.set(key, [...(decided.get(key) ?? []), `${type} ${place}`]);
      }
    }
  }
  return decided;
}

const typesOf = (told: readonly string[] = []) => told.map((text) => text.split(" ")[0]);
const sorted = (map: ReadonlyMap<string, readonly string[]>) => [...map].sort();

/** What the operator's list shows; the platform shard answers it. */
async function listed(server: Server, command: string): Promise<Placed[]> {
  return (await askControl(server.dataDir, { command, arguments: {} })) as Placed[];
}

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await pause(5);
}

/** The code that a write with this key is refused with, before any shard has it. */
async function codeOf({ baseUrl }: Server, apiKey: string): Promise<string> {
  const headers = { authorization: `Bearer ${apiKey}`, "idempotency-key": crypto.randomUUID() };
  const response = await fetch(`${baseUrl}/customers`, { method: "POST", headers, body: "{}" });
  return ((await response.json()) as { error: { code: string } }).error.code;
}

test("telling: an answered change -> the newest event of its realms, in the order of the answers", async () => {
  const server = await startServer(SHARDS);
  const { dataDir } = server;
  const mine = await newCredentials(server);
  const { productId: product } = mine;
  for (const status of ["disabled", "active"])
    await admin(server, "product set", { product, status });
  await admin(server, "key revoke", { key: mine.apiKeyId });
  await killServer(server);
  const told = await toldIn(dataDir);
  const changes = ["product.updated", "product.updated"];
  assert.deepEqual(typesOf(told.get(`sandbox:${product}`)), [
    "product.created",
    "api_key.created",
    ...changes,
    "api_key.revoked",
  ]);
  assert.deepEqual(typesOf(told.get(`live:${product}`)), ["product.created", ...changes]);
  assert.deepEqual(sorted(told), sorted(await decidedOnPlatform(dataDir)));
});

test("telling: the ledger shards stand still -> a key is revoked at once; killed, started -> all told, in order", async () => {
  const dataDir = newDataDir();
  const gate = join(dataDir, "..", `${dataDir.split("/").at(-1)}.gate`);
  const environment = { NODE_OPTIONS: `--import ${HELD}`, HOLD_SHARD: gate };
  const server = await startServer(SHARDS, dataDir, { environment });
  const mine = await newCredentials(server);
  const { productId: product } = mine;
  writeFileSync(gate, "");
  await until(() => existsSync(`${gate}.held`));
  const answered: string[] = [];
  const ask = (command: string, flags: Record<string, string>) =>
    admin(server, command, flags).then(
      () => answered.push(command),
      () => {},
    );
  const revoked = ask("key revoke", { key: mine.apiKeyId });
  await until(async () => (await codeOf(server, mine.apiKey)) === "key_revoked");
  // Changes that wait for their shard hold up no other: each is in force, and none is answered.
  const asked = [revoked];
  for (const status of ["disabled", "active", "closed"]) {
    asked.push(ask("product set", { product, status }));
    await until(async () =>
      (await listed(server, "product list")).some(
        (each) => each.productId === product && each.status === status,
      ),
    );
  }
  assert.deepEqual(answered, []);
  await killServer(server);
  await Promise.all(asked);
  rmSync(gate);
  rmSync(`${gate}.held`, { force: true });
  const again = await startServer(SHARDS, dataDir);
  const decided = await decidedOnPlatform(dataDir);
  await until(async () => {
    const told = await toldIn(dataDir);
    return [...decided].every(([key, all]) => told.get(key)?.length === all.length);
  });
  await stopServer(again);
  const told = await toldIn(dataDir);
  assert.deepEqual(sorted(told), sorted(decided));
  assert.deepEqual(typesOf(told.get(`sandbox:${product}`)), [
    "product.created",
    "api_key.created",
    "api_key.revoked",
    ...["product.updated", "product.updated", "product.closed"],
  ]);
});

/** The zones that realms were told, each once in each realm; with `since`, of a new realm. */
async function zonesIn(dataDir: string): Promise<string[]> {
  const told: string[] = [];
  const realms = new Set<string>();
  for (const { shard, realm, facts } of await recordsOf(dataDir, "ledger")) {
    for (const fact of facts as ZoneTold[]) {
      if (fact.kind !== "product.time_zone_told.1") continue;
      const { zone, sinceMs } = fact;
      told.push(`${zone.name}${sinceMs === undefined ? "" : " since"}`);
      realms.add(`${zone.name} ${shard} ${realm}`);
    }
  }
  assert.equal(realms.size, told.length);
  return told.sort();
}
type ZoneTold = Fact & { zone: { name: string }; sinceMs?: number };

test("telling: a time zone while the ledger shards stand still; killed, started -> in each realm of the company once", async () => {
  const dataDir = newDataDir();
  const gate = join(dataDir, "..", `${dataDir.split("/").at(-1)}.gate`);
  const environment = { NODE_OPTIONS: `--import ${HELD}`, HOLD_SHARD: gate };
  const server = await startServer(SHARDS, dataDir, { environment });
  const { personalAccessToken } = server.demo.founder;
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${(serving ?? server).baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${personalAccessToken}`,
        ...(body !== undefined && {
          "content-type": "application/json",
          "idempotency-key": crypto.randomUUID(),
        }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    assert.ok(response.status < 300, await response.clone().text());
    return (await response.json()) as Record<string, unknown>;
  };
  let serving: Server | undefined;
  const other = await admin(server, "tenant create", { name: "Other" });
  await admin(server, "product create", { tenant: String(other["tenantId"]), name: "P" });
  await ask("POST", "/products", { name: "Second" });
  writeFileSync(gate, "");
  await until(() => existsSync(`${gate}.held`));
  let isAnswered = false;
  const moved = ask("PATCH", "/tenant", { timeZone: "Europe/Berlin" }).then(
    () => {
      isAnswered = true;
    },
    () => {},
  );
  await until(async () => (await ask("GET", "/tenant"))["timeZone"] === "Europe/Berlin");
  assert.equal(isAnswered, false);
  await killServer(server);
  await moved;
  rmSync(gate);
  rmSync(`${gate}.held`, { force: true });
  serving = await startServer(SHARDS, dataDir);
  const all = Array.from({ length: 4 }, () => "Europe/Berlin");
  await until(async () => (await zonesIn(dataDir)).length >= all.length);
  // The answer to a new Product, and to another zone, comes when its realms have it.
  await ask("POST", "/products", { name: "Third" });
  await ask("PATCH", "/tenant", { timeZone: "Asia/Kathmandu" });
  await ask("PATCH", "/tenant", { timeZone: "America/New_York" });
  await killServer(serving);
  const fresh = ["Europe/Berlin since", "Europe/Berlin since"];
  const last = Array.from({ length: 6 }, () => "America/New_York");
  const told = (await zonesIn(dataDir)).filter((zone) => !zone.startsWith("Asia"));
  assert.deepEqual(told, [...last, ...all, ...fresh]);
});

/** Makes a Product, changes it, makes keys and revokes one, until the server is gone. */
async function workOn(server: Server, tenant: string, step: () => void): Promise<void> {
  const ask = async (command: string, flags: Record<string, string>) => {
    const answer = await admin(server, command, flags);
    step();
    return answer;
  };
  const { productId } = await ask("product create", { tenant, name: "P" });
  const product = String(productId);
  const [made] = await Promise.all([
    ask("key create", { product }),
    ask("key create", { product, environment: "live" }),
    ask("product set", { product, live: "true" }),
  ]);
  await Promise.all([
    ask("key revoke", { key: String(made["apiKeyId"]) }),
    ask("product set", { product, status: "disabled" }),
  ]);
}

test(`telling: killed ${KILLS} times while Products and keys change -> each once, in order, no gap`, async () => {
  const dataDir = newDataDir();
  for (let kill = 1; kill <= KILLS; kill++) {
    const server = await startServer(SHARDS, dataDir);
    const { tenantId } = await admin(server, "tenant create", { name: "T" });
    let left = kill * 9;
    const step = () => {
      if (--left === 0) server.child.kill("SIGKILL");
    };
    await Promise.all(
      Array.from({ length: AT_ONCE }, () =>
        workOn(server, String(tenantId), step).catch(() => undefined),
      ),
    );
    await killServer(server);
  }
  const server = await startServer(SHARDS, dataDir);
  // A key is told of after all that its realm was told before.
  for (const { productId: product } of await listed(server, "product list")) {
    for (const environment of ["sandbox", "live"]) {
      await admin(server, "key create", { product, environment });
    }
  }
  await stopServer(server);
  const told = await toldIn(dataDir);
  assert.ok(told.size > 2 * AT_ONCE);
  assert.deepEqual(sorted(told), sorted(await decidedOnPlatform(dataDir)));
});
