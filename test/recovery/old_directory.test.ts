/**
 * A data directory as the last program without events, commit 1935c62, left it when it was stopped: a
 * sandbox with a story, a reset and the same story, the story again in live, a key that was revoked and a
 * Product that was closed. With its files, the golden file has what that program answered. It cannot be
 * made again.
 * A server of its own: its directory is one that an earlier version left.
 */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { brotliDecompressSync } from "node:zlib";
import { type Client, openClient } from "../support/client.ts";
import { draft } from "../support/parties.ts";
import { fc } from "../support/properties.ts";
import { seedOf } from "../support/seeds.ts";
import {
  killServer,
  killStarting,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import { eventsOf, isSignedWith, newEndpoint, openReceiver, until } from "../support/webhooks.ts";
import { runLog } from "./log_command.ts";

type Sender = { key: string; environment: "sandbox" | "live" };
type Read = Sender & { path: string; body: string };
type Write = Sender & {
  method: string;
  path: string;
  body?: unknown;
  idempotencyKey: string;
  status: number;
  text: string;
};
type Golden = {
  /** By path: the bytes, packed. */
  files: Record<string, string>;
  revokedKey: string;
  keyOfClosed: string;
  /** `reads` and `writes`, packed. */
  answers: string;
};

const GOLDEN = JSON.parse(
  readFileSync(new URL("old_directory.golden.json", import.meta.url), "utf8"),
) as Golden;
const { reads, writes } = JSON.parse(unpacked(GOLDEN.answers).toString("utf8")) as {
  reads: Read[];
  writes: Write[];
};
const FLAGS = ["--edges", "1"];
const KILLS = 3;
/** The last that was made. A balance history has a row for each day, so it answers as then only on that day. */
const THEN_MS = Math.max(
  ...reads
    .flatMap(({ body }) => [...body.matchAll(/"createdAt":"([^"]+)"/g)])
    .map(([, time = ""]) => Date.parse(time)),
);

function unpacked(text: string): Buffer {
  return brotliDecompressSync(Buffer.from(text, "base64"));
}

function oldDirectory(): string {
  const dataDir = newDataDir();
  for (const [path, packed] of Object.entries(GOLDEN.files)) {
    mkdirSync(join(dataDir, dirname(path)), { recursive: true, mode: 0o700 });
    writeFileSync(join(dataDir, path), unpacked(packed), { mode: 0o600 });
  }
  return dataDir;
}

async function ask(server: Server, { key, environment }: Sender, path: string, write?: Write) {
  const headers: Record<string, string> = {
    authorization: `Bearer ${key}`,
    "x-service-environment": environment,
  };
  if (write !== undefined) headers["idempotency-key"] = write.idempotencyKey;
  if (write?.body !== undefined) headers["content-type"] = "application/json";
  const body = write?.body === undefined ? {} : { body: JSON.stringify(write.body) };
  const init = { method: write?.method ?? "GET", headers, ...body };
  const response = await fetch(`${server.baseUrl}${path}`, init);
  return { status: response.status, text: await response.text() };
}

/** What answers have got since: of receipts, how work ended that went on after its record. */
const NEW_SINCE = /,"ending":\{[^}]*\}/g;
/** The prices of a Product without a Build are those of the list, which had no meters then. */
const RATES = /"usageRates":\[[^\]]*\]/g;

/** Asserts that each read answers as it did, byte for byte but for the time that it is of, and what is new since. */
async function assertReadsAsThen(server: Server): Promise<void> {
  for (const read of reads) {
    const { status, text } = await ask(server, read, read.path);
    assert.equal(status, 200, read.path);
    const asThen = text
      .replace(/"asOf":"[^"]*"/, '"asOf":""')
      .replace(NEW_SINCE, "")
      .replace(RATES, '"usageRates":[]');
    assert.equal(asThen, read.body, read.path);
  }
}

/** What a list answered then, newest first. */
function listedThen<T>(environment: string, noun: string): T[] {
  const list = reads.find(
    (read) => read.environment === environment && read.path.startsWith(`/${noun}?`),
  );
  return (JSON.parse(list?.body ?? "") as { items: T[] }).items;
}

/** A client with a new key, because the keys of then lack the scopes of events and webhooks. */
async function openNewClient(server: Server, environment: "sandbox" | "live"): Promise<Client> {
  const read = reads.find((one) => one.environment === environment) as Read;
  const productId = (JSON.parse(read.body) as { productId: string }).productId;
  const key = { tenantId: "kept", productId, environment, origin: "browser" } as const;
  return await openClient(server, await newCredentials(server, key));
}

test("old directory: log verify, with a reset in the log -> sound", async () => {
  const dataDir = oldDirectory();
  const { code, output, errors } = await runLog("verify", "--data", dataDir);
  assert.equal(code, 0, output + errors);
  assert.match(output, /^shard-0: 84 frames, 91 records, \d+ bytes, \d+ idempotency keys$/m);
});

for (const stored of [true, false]) {
  const how = stored ? "with its states" : "from its logs alone";
  test(`old directory: served ${how} -> every read and every first answer again, byte for byte`, async () => {
    const dataDir = oldDirectory();
    if (!stored) {
      for (const shard of ["shard-0", "platform"])
        rmSync(join(dataDir, shard, "state"), { recursive: true });
    }
    const server = await startServer(FLAGS, dataDir, { clockOffsetMs: THEN_MS - Date.now() });
    await assertReadsAsThen(server);
    for (const write of writes) {
      const { status, text } = await ask(server, write, write.path, write);
      assert.deepEqual([status, text], [write.status, write.text], write.path);
    }
    await assertReadsAsThen(server);
    const sandbox = { environment: "sandbox" } as const;
    const live = { environment: "live" } as const;
    const revoked = await ask(server, { key: GOLDEN.revokedKey, ...live }, "/api-keys/current");
    assert.match(revoked.text, /"code":"key_revoked"/);
    const closed = await ask(server, { key: GOLDEN.keyOfClosed, ...sandbox }, "/api-keys/current");
    assert.match(closed.text, /"code":"product_access_suspended"/);
    await stopServer(server);
  });
}

test("old directory: its first start killed at any moment -> reads as then; ids made since hide their place, ids of then do not", async (t) => {
  const dataDir = oldDirectory();
  const random = fc.sample(fc.integer({ min: 40, max: 900 }), { numRuns: KILLS, seed: seedOf(t) });
  for (const afterMs of random) await killStarting(FLAGS, dataDir, afterMs);
  const settings = join(dataDir, "settings.json");
  if (!readFileSync(settings, "utf8").includes("idKeyId")) {
    // As a start leaves it that is killed between the key and the settings.
    const early = `${Buffer.alloc(16).toString("base64")}\n2020-01-01T00:00:00.000Z\n`;
    writeFileSync(join(dataDir, "id.key"), early);
  }
  let server = await startServer(FLAGS, dataDir);
  const key = readFileSync(join(dataDir, "id.key"), "utf8");
  const sinceMs = Date.parse(key.split("\n")[1] as string);
  assert.ok(sinceMs > THEN_MS);
  const client = await openNewClient(server, "live");
  const accounts = listedThen<{ accountId: string }>("live", "accounts");
  const [, two = "", one = ""] = accounts.map(({ accountId }) => accountId);
  const made = await client.post("/transfers", draft(one, two, "1"));
  const id = made.id("transferId");
  // The frame of a log of some dozens of frames begins with zeros, where an id shows it.
  assert.match(one, /^acct_.{11}0{5}/);
  assert.doesNotMatch(id, /^tr_.{11}0{5}/);
  const asMade = (await client.get(`/transfers/${id}`)).text;
  client.close();
  await killServer(server);
  server = await startServer(FLAGS, dataDir);
  const again = await openNewClient(server, "live");
  assert.equal((await again.get(`/transfers/${id}`)).text, asMade);
  assert.equal(readFileSync(join(dataDir, "id.key"), "utf8"), key);
  again.close();
  await stopServer(server);
  const { code, output, errors } = await runLog("verify", "--data", dataDir);
  assert.equal(code, 0, output + errors);
});

for (const environment of ["sandbox", "live"] as const) {
  test(`old directory: its events in ${environment} -> of all that happened, without a gap; new ones are sent, kept by kill -9`, async () => {
    const dataDir = oldDirectory();
    const receiver = await openReceiver();
    let server = await startServer(FLAGS, dataDir);
    let client = await openNewClient(server, environment);
    const events = await eventsOf(client);
    assert.deepEqual(
      events.map(({ sequence }) => sequence),
      events.map((_, index) => String(index + 1)),
    );
    const told = new Map(events.map((event) => [event.data.object["transferId"], event]));
    const transfers = listedThen<{ transferId: string; status: string }>(environment, "transfers");
    const posted = transfers.filter(({ status }) => status === "posted");
    assert.ok(posted.length > 8);
    for (const transfer of posted) {
      const { type, data } = told.get(transfer.transferId) ?? {};
      assert.match(type ?? "", /^transfer\./);
      assert.deepEqual(data?.object, transfer);
    }
    const resets = events.filter(({ type }) => type === "sandbox.reset");
    assert.equal(resets.length, environment === "sandbox" ? 1 : 0);

    const { secret } = await newEndpoint(client, receiver.urlOf("/hook"), ["transfer.posted"]);
    const accounts = listedThen<{ accountId: string }>(environment, "accounts");
    const [, two = "", one = ""] = accounts.map(({ accountId }) => accountId);
    assert.equal((await client.post("/transfers", draft(one, two, "1"))).status, 201);
    await until(() => receiver.received.length > 0, "a webhook comes");
    assert.ok(receiver.received.every((one) => isSignedWith(secret, one)));
    client.close();
    await killServer(server);

    server = await startServer(FLAGS, dataDir);
    client = await openNewClient(server, environment);
    assert.deepEqual((await eventsOf(client)).slice(0, events.length), events);
    client.close();
    receiver.close();
    await stopServer(server);
    const { code, output, errors } = await runLog("verify", "--data", dataDir);
    assert.equal(code, 0, output + errors);
  });
}
