/**
 * Keys of before that are deleted or marked: refused while something needs them, and what holds afterwards;
 * and backups that go on over such a change.
 * Each test has servers of its own, because their keys change and their clocks are put forward.
 */
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { publicKeysIn } from "../../src/contract/records/signing_key.ts";
import { expect } from "../support/client.ts";
import { admin, newCredentials, newDataDir, type Server } from "../support/server.ts";
import { until } from "../support/webhooks.ts";
import {
  assertProven,
  assertTaken,
  backedUp,
  closed,
  made,
  opened,
  provenReply,
  ROTATIONS,
  rotate,
  secretsIn,
  type Told,
  transfersOf,
  withToken,
} from "./rotated_keys.ts";

const DAY_MS = 86_400_000;

const scratch = mkdtempSync(join(tmpdir(), "key-retirement-"));
after(() => rmSync(scratch, { recursive: true, force: true }));

test("pepper retire: while something needs it -> refused, naming it; renewed by a use or ended -> deleted, and all else goes on", async () => {
  const dataDir = newDataDir();
  let party = await opened(dataDir);
  const before = await made(party);
  const { productId } = party.server.demo;
  const idle = await newCredentials(party.server, { productId });
  const old = (await rotate(party.server, "pepper rotate")).keys[1]?.keyId ?? "";
  const retire = (server: Server) => admin(server, "pepper retire", { key: old });
  const current = (await admin(party.server, "key-files list")) as unknown as Told[];
  const { keyId = "" } = current[0]?.keys[0] ?? {};
  await assert.rejects(admin(party.server, "pepper retire", { key: keyId }), /is the current key/);
  await assert.rejects(admin(party.server, "pepper retire", { key: "0" }), /has no key 0/);
  await assert.rejects(
    retire(party.server),
    /challenges .* API keys \(key_.* sessions and logins \(ses_/,
  );
  await closed(party);

  // Sessions have ended by then; keys and tokens are used.
  const later = { clockOffsetMs: DAY_MS };
  party = await opened(dataDir, later);
  const { client, people, server } = party;
  expect(await client.get(transfersOf(client)), 200);
  const founder = server.demo.founder.personalAccessToken;
  for (const token of [before.token, founder]) {
    expect(await people.browser(before.ada.email).get("/products", withToken(token)), 200);
  }
  const refusal = await whenOnly(() => retire(server), idle.apiKeyId);
  assert.match(refusal, new RegExp(`still needed: 1 API keys \\(${idle.apiKeyId}\\)$`));
  await admin(server, "key revoke", { key: idle.apiKeyId });
  await retire(server);
  expect(await client.get(transfersOf(client)), 200);
  expect(await people.browser(before.ada.email).get("/products", withToken(before.token)), 200);
  await closed(party);
  assert.equal(secretsIn(dataDir).length, 4);
  party = await opened(dataDir, later);
  expect(await party.client.get(transfersOf(party.client)), 200);
  await closed(party);
});

/** The refusal of `ask`, once it names one thing only: uses are reported each second. */
async function whenOnly(ask: () => Promise<unknown>, id: string): Promise<string> {
  let refusal = "";
  const isOnly = async () => {
    refusal = await ask().then(
      () => "",
      ({ message }: Error) => message,
    );
    return refusal === "" || refusal.endsWith(`1 API keys (${id})`);
  };
  await until(isOnly, () => refusal);
  return refusal;
}

test("receipt keys: marked as not trusted after a time -> proofs of before hold, later ones and PEM do not; the key that signs -> refused", async () => {
  const party = await opened();
  const { server, client } = party;
  const before = await made(party);
  const signs = (await rotate(server, "receipt-key rotate")).keys;
  const [{ keyId: current = "" } = {}, { keyId: old = "" } = {}] = signs;
  const distrust = (key: string, time: string) =>
    admin(server, "receipt-key distrust", { key, after: time });
  await assert.rejects(distrust(current, "2026-01-01T00:00:00Z"), /signs now/);
  for (const time of ["soon", "9999-01-01T00:00:00Z"]) {
    await assert.rejects(distrust(old, time), /--after is a time/);
  }
  const { timestamp } = (JSON.parse(before.proof) as { treeHead: { timestamp: string } }).treeHead;
  await distrust(old, timestamp);
  await assertProven(server, before.proof);
  await distrust(old, new Date(Date.parse(timestamp) - 1).toISOString());
  await assert.rejects(assertProven(server, before.proof), /not trusted after/);
  await assertProven(server, (await provenReply(client, before.receiptId)).text);
  const pem = await (await fetch(new URL("/.well-known/receipt-key.pem", server.baseUrl))).text();
  assert.deepEqual([...publicKeysIn(pem).keys()], [current]);
  await closed(party);
});

test("receipt-salt, cursor-key retire: a key that records need, one whose cursors are out -> refused; deleted, with invalid_request for its cursors", async () => {
  const party = await opened();
  const { server, client } = party;
  const before = await made(party);
  const salts = (await rotate(server, "receipt-salt rotate")).keys;
  const retireSalt = (key = "") => admin(server, "receipt-salt retire", { key });
  await assert.rejects(
    retireSalt(salts[1]?.keyId),
    /still needed: the records of frames 1 to \d+ of log/,
  );
  const cursors = (await rotate(server, "cursor-key rotate")).keys;
  await assertTaken(party, before);
  await admin(server, "cursor-key retire", { key: cursors[1]?.keyId ?? "" });
  const next = `${transfersOf(client)}&cursor=${before.cursor}`;
  expect(await client.get(next), "invalid_request");
  await closed(party);
});

test("backup: goes on over a rotation and a retirement -> whole; a server on it takes what was made before", async () => {
  const dataDir = newDataDir();
  const target = join(scratch, "goes-on");
  let party = await opened(dataDir);
  const before = await made(party);
  await backedUp(target, dataDir);
  for (const command of [...ROTATIONS, ...ROTATIONS]) await rotate(party.server, command);
  const after = await made(party);
  await backedUp(target, dataDir);
  await closed(party);
  for (const file of ["pepper.key", "cursor.key", "receipt-salt.key", "receipt.key"]) {
    assert.deepEqual(readFileSync(join(target, file)), readFileSync(join(dataDir, file)), file);
  }
  const copy = join(scratch, "restored");
  cpSync(target, copy, { recursive: true });
  party = await opened(copy);
  for (const one of [before, after]) await assertTaken(party, one);
  await closed(party);
});
