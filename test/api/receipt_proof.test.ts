/**
 * Proofs of receipts over real sockets and files, checked by the command that anyone can run.
 * A server of its own: it is restarted without the tree of its log.
 */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { FactCodecs } from "../../src/contract/records/record_codec.ts";
import { publicKeysIn } from "../../src/contract/records/signing_key.ts";
import { ProofRefused } from "../../src/features/receipt/proof_text.ts";
import { verifyReceiptProof } from "../../src/features/receipt/verify_receipt_proof.ts";
import { SHARD_REGISTRY } from "../../src/features/registry.ts";
import { runLog } from "../recovery/log_command.ts";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import { draft, newAccount } from "../support/parties.ts";
import {
  newCredentials,
  runServer,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

const CODECS = new FactCodecs(SHARD_REGISTRY.codecs);
const scratch = mkdtempSync(join(tmpdir(), "receipt-proof-"));
const keysPath = join(scratch, "receipt-keys.json");
let server: Server;
let client: Client;
let receiptId: string;

before(async () => {
  server = await startServer(["--edges", "2"]);
  client = await openClient(server, server.demo);
  const source = await newAccount(client, { fund: "1000" });
  const destination = await newAccount(client);
  const made = expect(await client.post("/transfers", draft(source, destination, "70")), 201);
  receiptId = made.id("receiptId");
  writeFileSync(keysPath, (await hostDocument("/.well-known/receipt-keys.json")).text);
});

after(async () => {
  client?.close();
  await stopServer(server);
  rmSync(scratch, { recursive: true, force: true });
});

test("receipt proof: of a receipt just made, over both edges -> the command says what it proved", async () => {
  for (let connection = 0; connection < 8; connection++) {
    const proof = expect(await client.get(`/receipts/${receiptId}/proof`), 200);
    assert.deepEqual(proof.at("receipt"), (await client.get(`/receipts/${receiptId}`)).body);
  }
  const whole = expect(await client.get(`/receipts/${receiptId}/proof?include=record`), 200);
  const pem = join(scratch, "receipt-key.pem");
  writeFileSync(pem, (await hostDocument("/.well-known/receipt-key.pem")).text);
  assert.ok(isProven(whole.text, pem));
  const { code, output } = await verified(whole.text);
  assert.equal(code, 0, output);
  assert.match(output, /^PROVEN: its record is leaf \d+ of the \d+ of log [0-9a-f]{32}$/m);
  assert.match(output, /^as the record says: .*\btransferIds\b/m);
});

test("receipt proof: a character of the file changed, no key -> exit codes 1, 2 and the reason", async () => {
  const proof = expect(await client.get(`/receipts/${receiptId}/proof`), 200);
  const altered = await verified(proof.text.replace('"transfer.create"', '"transfer.creatf"'));
  assert.deepEqual([altered.code, /NOT PROVEN: .*signature/.test(altered.output)], [1, true]);
  const file = join(scratch, "proof.json");
  const keyless = await runLog("verify-receipt", file);
  assert.deepEqual([keyless.code, /--key FILE is required/.test(keyless.errors)], [2, true]);
});

test("receipt proof: asked for by another tenant, or of nothing -> resource_not_found", async () => {
  const credentials = await newCredentials(server);
  const stranger = await openClient(server, credentials, { contract: client.contract });
  expect(await stranger.get(`/receipts/${receiptId}/proof`), "resource_not_found");
  stranger.close();
  expect(await client.get("/receipts/rcpt_x/proof"), "resource_not_found");
});

test("receipt proof: the record asked for with the scope of receipts alone -> missing_required_scope", async () => {
  const { productId } = server.demo;
  const credentials = await newCredentials(server, { productId, scopes: "receipts:read" });
  const reader = await openClient(server, credentials, { contract: client.contract });
  expect(await reader.get(`/receipts/${receiptId}/proof`), 200);
  const whole = await reader.get(`/receipts/${receiptId}/proof?include=record`);
  expect(whole, "missing_required_scope");
  reader.close();
});

test("receipt proof: after a restart, with the tree and without -> the same root for the same size", async () => {
  await newAccount(client);
  const receipts = await client.get(`/receipts?productId=${client.productId}&limit=1`);
  receiptId = expect(receipts, 200).id("items.0.receiptId");
  const first = expect(await client.get(`/receipts/${receiptId}/proof`), 200);
  for (const removed of [[], ["shard-0/proof"]]) {
    await restart(removed);
    const again = expect(await client.get(`/receipts/${receiptId}/proof`), 200);
    assert.equal(again.at("treeHead.treeSize"), first.at("treeHead.treeSize"));
    assert.equal(again.at("treeHead.rootHash"), first.at("treeHead.rootHash"));
    assert.deepEqual(again.at("inclusion"), first.at("inclusion"));
    assert.ok(isProven(again.text));
  }
});

test("receipt proof: a directory from before there were keys -> gets keys, and proves its receipts", async () => {
  const settings = join(server.dataDir, "settings.json");
  const { receiptKeyId, ...older } = JSON.parse(readFileSync(settings, "utf8"));
  assert.equal(typeof receiptKeyId, "string");
  await restart(["shard-0/proof", "receipt.key", "receipt-salt.key"], () => {
    writeFileSync(settings, JSON.stringify(older));
  });
  const proof = expect(await client.get(`/receipts/${receiptId}/proof`), 200);
  assert.equal(isProven(proof.text), false);
  writeFileSync(keysPath, (await hostDocument("/.well-known/receipt-keys.json")).text);
  assert.ok(isProven(proof.text));
  assert.notEqual(JSON.parse(readFileSync(settings, "utf8")).receiptKeyId, receiptKeyId);
});

test("receipt proof: the key of a directory lost or exchanged -> no start, naming the file", async () => {
  client.close();
  assert.equal((await stopServer(server)).code, 0);
  const path = join(server.dataDir, "receipt.key");
  const own = readFileSync(path);
  const { privateKey } = generateKeyPairSync("ed25519");
  const other = privateKey.export({ format: "pem", type: "pkcs8" });
  for (const [content, why] of [
    [undefined, /receipt\.key is missing or damaged: restore it/],
    ["text", /receipt\.key is missing or damaged: restore it/],
    [other, /receipt\.key is not the key of this directory/],
  ] as const) {
    rmSync(path, { force: true });
    if (content !== undefined) writeFileSync(path, content);
    const { code, output } = await runServer(["--port", "0", "--data", server.dataDir]);
    assert.deepEqual([code, why.test(output)], [2, true], output);
  }
  writeFileSync(path, own);
  server = await startServer([], server.dataDir);
  client = await openClient(server, server.demo, { contract: client.contract });
  const proof = expect(await client.get(`/receipts/${receiptId}/proof`), 200);
  assert.ok(isProven(proof.text));
});

async function restart(removed: readonly string[], meanwhile: () => void = () => undefined) {
  client.close();
  assert.equal((await stopServer(server)).code, 0);
  for (const path of removed) rmSync(join(server.dataDir, path), { recursive: true });
  meanwhile();
  server = await startServer(["--edges", "2"], server.dataDir);
  client = await openClient(server, server.demo, { contract: client.contract });
}

/** The exit code and output of the command for a proof. */
async function verified(proof: string): Promise<{ code: number; output: string }> {
  const file = join(scratch, "proof.json");
  writeFileSync(file, proof);
  return await runLog("verify-receipt", file, "--key", keysPath);
}

/** The check of the command, without a process of its own. */
function isProven(proof: string, key = keysPath): boolean {
  try {
    verifyReceiptProof(proof, publicKeysIn(readFileSync(key, "utf8")), CODECS);
    return true;
  } catch (cause) {
    if (cause instanceof ProofRefused) return false;
    throw cause;
  }
}

async function hostDocument(path: string): Promise<Pick<Reply, "status" | "text">> {
  const response = await fetch(new URL(path, server.baseUrl));
  assert.equal(response.status, 200);
  return { status: response.status, text: await response.text() };
}
