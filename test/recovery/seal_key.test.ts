/**
 * The key that webhook secrets are sealed under: rotated while a server runs, killed on the way, lost.
 * After all of it every secret that a client was told opens with the keys in the data directory.
 * A server of its own: its seal key is changed and lost, and it is killed.
 */
import assert from "node:assert/strict";
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { askControlAndHold } from "../../src/operator/control_client.ts";
import { HOLD_COMMAND } from "../../src/operator/control_protocol.ts";
import { seedOf } from "../support/seeds.ts";
import {
  admin,
  killServer,
  newCredentials,
  newDataDir,
  runServer,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import {
  endpointDraft,
  openedSecrets,
  sealKeyIds,
  sendToEndpoints,
} from "../support/webhook_secrets.ts";

const FLAGS = ["--shards", "2", "--edges", "2"];
const ROTATE = "seal-key rotate";
const KILLS = 4;
/** Some 100 ms: a rotation of some dozen endpoints. */
const KILL_MS_MAX = 100;

/** The current secret of each endpoint as its client was told, and the one before. */
type Told = Map<string, string[]>;

async function makeEndpoints(server: Server, told: Told, count: number): Promise<void> {
  const draft = endpointDraft(server.demo);
  for (let at = 0; at < count; at++) {
    const { webhookEndpointId, secret } = await sendToEndpoints(server, server.demo, "", draft);
    told.set(webhookEndpointId, [secret]);
  }
}

async function rotateSecret(server: Server, told: Told, id: string): Promise<void> {
  const path = `/${id}/secret/rotate`;
  const { secret } = await sendToEndpoints(server, server.demo, path, {});
  told.set(id, [secret, ...(told.get(id) as string[])]);
}

test("seal-key rotate: while endpoints and secrets are made on two edges -> one key, under which all told secrets are", async () => {
  const server = await startServer(FLAGS);
  const told: Told = new Map();
  await makeEndpoints(server, told, 30);
  const tenant = await newCredentials(server, { live: "true", origin: "browser" });
  const { tenantId, productId } = tenant;
  const live = await newCredentials(server, {
    ...{ tenantId, productId, environment: "live" as const, origin: "browser" as const },
  });
  const own = await sendToEndpoints(server, live, "", endpointDraft(live));
  told.set(own.webhookEndpointId, [own.secret]);
  await admin(server, "product set", { product: productId, status: "disabled" });
  const [before] = sealKeyIds(server.dataDir);

  let isRotated = false;
  const lanes = Array.from({ length: 4 }, async () => {
    while (!isRotated) {
      const mine: Told = new Map();
      await makeEndpoints(server, mine, 1);
      for (const id of mine.keys()) await rotateSecret(server, mine, id);
      for (const [id, secrets] of mine) told.set(id, secrets);
    }
  });
  const first = await admin(server, ROTATE);
  const second = await admin(server, ROTATE);
  isRotated = true;
  await Promise.all(lanes);
  assert.ok(Number(first["webhookEndpoints"]) >= 31, JSON.stringify(first));
  const ids = sealKeyIds(server.dataDir);
  assert.deepEqual(ids, [second["sealKeyId"]]);
  assert.ok(first["sealKeyId"] !== before && first["sealKeyId"] !== second["sealKeyId"]);
  assert.equal((await stopServer(server)).code, 0);
  assert.deepEqual(await openedSecrets(server.dataDir), told);
});

test(`seal-key rotate: killed ${KILLS} times, once as soon as the file has two keys -> every secret opens; run again, it ends`, async (t) => {
  const seed = seedOf(t);
  const dataDir = newDataDir();
  const told: Told = new Map();
  let server = await startServer(FLAGS, dataDir);
  await makeEndpoints(server, told, 40);
  for (let kill = 0; kill < KILLS; kill++) {
    const asked = admin(server, ROTATE).catch(() => undefined);
    if (kill > 0) await wait((seed * 37 + kill * 61) % KILL_MS_MAX);
    else while (sealKeyIds(dataDir).length < 2) await wait(0);
    await killServer(server);
    await asked;
    server = await startServer(FLAGS, dataDir);
    await makeEndpoints(server, told, 2);
    assert.equal((await stopServer(server)).code, 0);
    assert.deepEqual(await openedSecrets(dataDir), told, `kill ${kill}`);
    server = await startServer(FLAGS, dataDir);
  }
  const { sealKeyId } = await admin(server, ROTATE);
  assert.deepEqual(sealKeyIds(dataDir), [sealKeyId]);
  assert.equal((await stopServer(server)).code, 0);
  assert.deepEqual(await openedSecrets(dataDir), told);
});

test("seal-key rotate: begun and cut short -> the next start says so, and the command goes on with the same key", async () => {
  const dataDir = newDataDir();
  const told: Told = new Map();
  const first = await startServer(FLAGS, dataDir);
  await makeEndpoints(first, told, 3);
  const asked = admin(first, ROTATE).catch(() => undefined);
  while (sealKeyIds(dataDir).length < 2) await wait(0);
  const [current] = sealKeyIds(dataDir);
  const old = readFileSync(join(dataDir, "seal.key"));
  await asked;
  await killServer(first);
  writeFileSync(join(dataDir, "seal.key"), old);
  const server = await startServer(FLAGS, dataDir);
  assert.match(server.output(), /a rotation of the seal key did not come to its end/);
  const { sealKeyId } = await admin(server, ROTATE);
  assert.deepEqual([sealKeyId, sealKeyIds(dataDir)], [current, [current]]);
  await stopServer(server);
  assert.deepEqual(await openedSecrets(dataDir), told);
});

test("seal-key rotate: while another command reads the logs -> refused, and done afterwards", async () => {
  const server = await startServer(FLAGS);
  const held = await askControlAndHold(server.dataDir, { command: HOLD_COMMAND, arguments: {} });
  await assert.rejects(admin(server, ROTATE), /a command that reads the logs, is under way/);
  const ids = sealKeyIds(server.dataDir);
  held.release();
  const rotate = async (): Promise<unknown> =>
    await admin(server, ROTATE).catch(async (cause: Error) => {
      // The server hears a moment later that the connection has ended.
      if (!cause.message.includes("is under way")) throw cause;
      await wait(1);
      return await rotate();
    });
  await rotate();
  assert.notDeepEqual(sealKeyIds(server.dataDir), ids);
  await stopServer(server);
});

test("seal key: lost, of another directory, readable for others -> no start, exit 2, in one line", async () => {
  const server = await startServer(FLAGS);
  const { dataDir } = server;
  await makeEndpoints(server, new Map(), 1);
  await stopServer(server);
  const path = join(dataDir, "seal.key");
  const kept = readFileSync(path);
  const refused = async (message: RegExp) => {
    const { code, output } = await runServer(["--port", "0", "--data", dataDir]);
    assert.equal(code, 2);
    assert.match(output, message);
  };
  chmodSync(path, 0o644);
  await refused(/^\S*seal\.key has mode 644, so others may read it: chmod 600 \S*seal\.key\n$/);
  rmSync(path);
  await refused(/^\S*seal\.key is missing or damaged: restore it from the backup\n$/);
  writeFileSync(path, `${Buffer.alloc(32, 1).toString("base64")}\n`, { mode: 0o600 });
  await refused(
    /^\S*seal\.key is not the key of this directory, \w{16}: restore it from the backup\n$/,
  );
  writeFileSync(path, kept);
  await stopServer(await startServer(FLAGS, dataDir));
});
