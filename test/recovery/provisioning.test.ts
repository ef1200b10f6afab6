/**
 * Making a Product takes the platform shard, which decides it, and the shards, which open its realms.
 * A crash at any time leaves no half-made Product: an answered Product works, and a Product whose
 * creation was not answered either works or does not exist.
 * A server of its own: it is killed.
 */
import assert from "node:assert/strict";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { askControl } from "../../src/operator/control_client.ts";
import {
  admin,
  killServer,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

const SHARDS = ["--shards", "2"];
const HELD = new URL("../support/hold_shard.mjs", import.meta.url).href;
const MADE_AT_ONCE = 40;
const KILLS = 4;

type Listed = { productId: string; status: string };

async function listed({ dataDir }: Pick<Server, "dataDir">): Promise<Listed[]> {
  return (await askControl(dataDir, { command: "product list", arguments: {} })) as Listed[];
}

/** Asserts that a new key of each environment can write, which needs the realm on its shard. */
async function assertWorks(server: Server, product: string): Promise<void> {
  for (const environment of ["sandbox", "live"]) {
    const { apiKey } = await admin(server, "key create", { product, environment });
    const response = await fetch(`${server.baseUrl}/customers`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${apiKey}`,
        "content-type": "application/json",
        "idempotency-key": crypto.randomUUID(),
        "x-service-environment": environment,
      },
      body: JSON.stringify({
        productId: product,
        test: environment === "sandbox",
        entity: { kind: "person", displayName: "Ada", country: "GB" },
      }),
    });
    assert.equal(response.status, 201, `${product} in ${environment}: ${await response.text()}`);
  }
}

test("product create: the shards stand still -> no answer; killed, restarted -> it is there and works", async () => {
  const dataDir = newDataDir();
  const gate = join(dataDir, "..", `${dataDir.split("/").at(-1)}.gate`);
  const environment = { NODE_OPTIONS: `--import ${HELD}`, HOLD_SHARD: gate };
  const server = await startServer(SHARDS, dataDir, { environment });
  const { tenantId: tenant } = await admin(server, "tenant create", { name: "T" });
  writeFileSync(gate, "");
  while (!existsSync(`${gate}.held`)) await pause(5);
  let isAnswered = false;
  const live = "true";
  const asked = admin(server, "product create", { tenant: String(tenant), name: "P", live }).then(
    () => {
      isAnswered = true;
    },
    () => {},
  );
  // The record of the Product is durable when a list shows it, which the platform shard answers.
  while ((await listed(server)).length < 2) await pause(5);
  assert.equal(isAnswered, false);
  await killServer(server);
  await asked;
  rmSync(gate);
  rmSync(`${gate}.held`, { force: true });
  const again = await startServer(SHARDS, dataDir);
  const [made] = await listed(again);
  await assertWorks(again, String(made?.productId));
  await stopServer(again);
});

test("first start: cut short behind the demo's key -> the next start makes a demo, and each key works", async () => {
  const server = await startServer(SHARDS);
  const { dataDir, demo } = server;
  await killServer(server);
  // As a crash leaves it before the file of the demo is written.
  rmSync(join(dataDir, "demo.json"));
  writeFileSync(join(dataDir, "demo.due"), "");
  const again = await startServer(SHARDS, dataDir);
  assert.notEqual(again.demo.apiKey, demo.apiKey);
  for (const { apiKey } of [demo, again.demo]) {
    const headers = { authorization: `Bearer ${apiKey}` };
    const answer = await fetch(`${again.baseUrl}/api-keys/current`, { headers });
    assert.equal(answer.status, 200, await answer.text());
  }
  await stopServer(again);
});

test(`product create: killed ${KILLS} times while Products are made -> every one that is there works`, async () => {
  const dataDir = newDataDir();
  const answered = new Set<string>();
  for (let kill = 1; kill <= KILLS; kill++) {
    const server = await startServer(SHARDS, dataDir);
    const { tenantId: tenant } = await admin(server, "tenant create", { name: "T" });
    let left = kill * 7;
    const making = Array.from({ length: MADE_AT_ONCE }, (_, at) =>
      admin(server, "product create", {
        tenant: String(tenant),
        name: `P${at}`,
        live: "true",
      }).then(
        ({ productId }) => {
          answered.add(String(productId));
          if (--left === 0) server.child.kill("SIGKILL");
        },
        () => {},
      ),
    );
    await Promise.all(making);
    await killServer(server);
  }
  const server = await startServer(SHARDS, dataDir);
  const there = (await listed(server)).filter(
    ({ productId }) => productId !== server.demo.productId,
  );
  const ids = new Set(there.map(({ productId }) => productId));
  for (const productId of answered) assert.ok(ids.has(productId), `${productId} was answered`);
  for (const productId of ids) await assertWorks(server, productId);
  await stopServer(server);
});
