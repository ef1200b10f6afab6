/**
 * The signing secret of a webhook endpoint: in one answer, and nowhere else in clear.
 * A server of its own: all that it writes is searched, and another listens on all addresses.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { backupDataDirectory } from "../../scripts/backup/backup.ts";
import { newCredentials, newDataDir, startServer, stopServer } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";
import { endpointDraft, openedSecrets, sendToEndpoints } from "../support/webhook_secrets.ts";

test("webhook secret: made, rotated, asked for again -> in two first answers; not in replays, reads, logs, the directory, a backup", async () => {
  const server = await startServer(["--shards", "1", "--edges", "1", "--log-level", "trace"]);
  const { demo } = server;
  const [made, rotated] = [randomUUID(), randomUUID()];
  const draft = endpointDraft(demo);
  const first = await sendToEndpoints(server, demo, "", draft, made);
  const { webhookEndpointId } = first;
  const path = `/${webhookEndpointId}/secret/rotate`;
  const second = await sendToEndpoints(server, demo, path, {}, rotated);
  const told = [second.secret, first.secret];
  for (const secret of told) assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);

  const shown = [
    await sendToEndpoints(server, demo, "", draft, made),
    await sendToEndpoints(server, demo, path, {}, rotated),
  ].map((document) => JSON.stringify(document));
  const authorization = `Bearer ${demo.apiKey}`;
  for (const read of [
    `webhook-endpoints/${webhookEndpointId}`,
    `webhook-endpoints?productId=${demo.productId}`,
    `operations?productId=${demo.productId}`,
    `receipts?productId=${demo.productId}`,
    `developer-logs?productId=${demo.productId}`,
    `idempotency-keys/${made}`,
  ]) {
    const response = await fetch(`${server.baseUrl}/${read}`, { headers: { authorization } });
    assert.equal(response.status, 200, read);
    shown.push(await response.text());
  }
  const query = `{ webhookEndpointList(productId: "${demo.productId}") { items { secretPrefix } } }`;
  const graphql = await fetch(`${server.baseUrl}/graphql`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ query }),
  });
  const answer = await graphql.text();
  assert.ok(answer.includes(second.secret.slice(0, 10)), answer);
  shown.push(answer);
  const { code, output } = await stopServer(server);
  assert.equal(code, 0);
  const target = join(newDataDir(), "copy");
  const [source, logsOnly] = [server.dataDir, false];
  await backupDataDirectory({ source, target, logsOnly, onProgress: () => {} });

  const places = [
    ...shown.map((text, at) => ({ where: `answer ${at}`, bytes: Buffer.from(text) })),
    { where: "the output", bytes: Buffer.from(output) },
    ...[source, target].flatMap(filesUnder).map((where) => ({ where, bytes: readFileSync(where) })),
  ];
  assert.ok(
    places.some(({ where }) => where.includes("requests")),
    "the developer log is there",
  );
  for (const secret of told) {
    const raw = Buffer.from(secret.slice("whsec_".length), "base64");
    for (const form of [secret.slice(10), raw, raw.toString("base64url"), raw.toString("hex")]) {
      const found = places.filter(({ bytes }) => bytes.includes(form));
      assert.deepEqual(
        found.map(({ where }) => where),
        [],
      );
    }
  }
  for (const directory of [source, target]) {
    assert.deepEqual((await openedSecrets(directory)).get(webhookEndpointId), told);
  }
});

test("key create: of a browser, and without the flag -> browser and cli, as the key itself reads", async () => {
  const server = await sharedServer();
  const { tenantId, productId } = await newCredentials(server);
  for (const [flags, origin] of [
    [{}, "cli"],
    [{ origin: "cli" }, "cli"],
    [{ origin: "browser" }, "browser"],
  ] as const) {
    const { apiKey } = await newCredentials(server, { tenantId, productId, ...flags });
    const authorization = `Bearer ${apiKey}`;
    const read = await fetch(`${server.baseUrl}/api-keys/current`, { headers: { authorization } });
    const shown = (await read.json()) as { origin: string };
    assert.deepEqual([read.status, shown.origin], [200, origin]);
  }
});

test("webhook endpoints: a key that no browser made -> may list, disable, ping; not make, change, enable, delete, rotate", async () => {
  const server = await sharedServer();
  const { productId, apiKey } = server.demo;
  const { webhookEndpointId } = await sendToEndpoints(
    server,
    server.demo,
    "",
    endpointDraft(server.demo),
  );
  const read = await fetch(`${server.baseUrl}/api-keys/current`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const { tenantId } = (await read.json()) as { tenantId: string };
  const cli = await newCredentials(server, { tenantId, productId });
  const own = `/webhook-endpoints/${webhookEndpointId}`;
  const asked: [method: string, path: string, body: unknown, status: number][] = [
    ["POST", "/webhook-endpoints", endpointDraft(server.demo), 403],
    ["PATCH", own, { description: "x" }, 403],
    ["POST", `${own}/secret/rotate`, {}, 403],
    ["DELETE", own, undefined, 403],
    ["GET", own, undefined, 200],
    ["POST", `${own}/ping`, undefined, 200],
    ["POST", `${own}/disable`, undefined, 200],
    ["POST", `${own}/enable`, undefined, 403],
  ];
  for (const [method, path, body, status] of asked) {
    const response = await fetch(server.baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${cli.apiKey}`,
        ...(method !== "GET" && { "idempotency-key": randomUUID() }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.equal(response.status, status, `${method} ${path}: ${text}`);
    if (status !== 403) continue;
    const { error } = JSON.parse(text) as { error: { code: string; details: { reason: string } } };
    assert.deepEqual(
      [error.code, error.details.reason],
      ["operation_not_allowed", "browser_key_required"],
    );
  }
});

test("webhook endpoints: loopback, of a server on loopback and of one on all addresses -> made; refused, saying why", async () => {
  const open = await startServer(["--shards", "1", "--edges", "1", "--host", "0.0.0.0"]);
  for (const [server, status] of [
    [await sharedServer(), 201],
    [open, 422],
  ] as const) {
    const response = await fetch(`${server.baseUrl}/webhook-endpoints`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.demo.apiKey}`,
        "content-type": "application/json",
        "idempotency-key": randomUUID(),
      },
      body: JSON.stringify({ ...endpointDraft(server.demo), url: "http://127.0.0.1:9999/hooks" }),
    });
    const text = await response.text();
    assert.equal(response.status, status, text);
    if (status === 422) assert.match(text, /"constraint":"webhook_url".*is a loopback address/s);
  }
  await stopServer(open);
});

/** Every file under a directory. */
function filesUnder(path: string): string[] {
  return readdirSync(path).flatMap((name) => {
    const own = join(path, name);
    const stats = statSync(own);
    return stats.isDirectory() ? filesUnder(own) : stats.isFile() ? [own] : [];
  });
}
