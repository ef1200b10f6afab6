/**
 * Writes whose work goes on after their record, over real sockets and processes that are killed: the
 * same key waits for the one outcome, and every read says how far the work is.
 * A server of its own: it is built with the operations of test/fixture, and is killed.
 */
import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { FactCodecs } from "../../src/contract/records/record_codec.ts";
import { publicKeysIn } from "../../src/contract/records/signing_key.ts";
import { verifyReceiptProof } from "../../src/features/receipt/verify_receipt_proof.ts";
import { WITH_PROBES } from "../fixture/probes.ts";
import { buildProbeServer } from "../fixture/program.ts";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import { type ExternalService, openExternalService } from "../support/external_service.ts";
import { graphqlClient } from "../support/graphql.ts";
import {
  type Credentials,
  killServer,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

const FLAGS = ["--shards", "1", "--edges", "2"];
const CODECS = new FactCodecs(WITH_PROBES.shard.codecs);
const dataDir = newDataDir();
let program: string;
let service: ExternalService;
let server: Server;
let mine: Credentials;
let client: Client;

before(async () => {
  program = buildProbeServer();
  service = await openExternalService();
  await start();
});

after(async () => {
  client?.close();
  service?.close();
  assert.equal((await stopServer(server)).code, 0);
});

async function start(): Promise<void> {
  const environment = { PROBE_ERRANDS: service.url };
  server = await startServer(FLAGS, dataDir, { program, environment });
  mine ??= await newCredentials(server);
  client = await openClient(server, mine, { connections: 100 });
}

async function killAndStart(): Promise<void> {
  client.close();
  await killServer(server);
  await start();
}

const begin = (key: string, requestId = "first") =>
  client.post(
    "/journeys",
    { to: "town", isCarried: true },
    { key, headers: { "x-request-id": requestId } },
  );

/** What every read says of the operation of a key. */
async function standing(key: string) {
  const state = expect(await client.get(`/idempotency-keys/${key}`), 200);
  const [operationId, receiptId] = [state.id("operationId"), state.id("receiptId")];
  const operation = expect(await client.get(`/operations/${operationId}`), 200);
  const listed = expect(await client.get(`/operations?productId=${mine.productId}`), 200);
  const receipt = expect(await client.get(`/receipts/${receiptId}`), 200);
  const query = `{operationRetrieve(operationId:"${operationId}"){status finalized httpStatus errorCode finishedAt}
    receiptRetrieve(receiptId:"${receiptId}"){ending{status httpStatus errorCode finishedAt}}
    idempotencyKeyRetrieve(idempotencyKey:"${key}"){state httpStatus}}`;
  const { data } = JSON.parse((await graphqlClient(server, mine)(query)).text);
  const own = listed.items().find((one) => one["operationId"] === operationId);
  assert.deepEqual(own, operation.body);
  const { status, finalized, httpStatus, errorCode = null, finishedAt = null } = operation.body;
  const shown = { status, finalized, httpStatus, errorCode, finishedAt };
  assert.deepEqual(data.operationRetrieve, shown);
  const { finalized: _, ...ending } = shown;
  assert.deepEqual({ ...data.receiptRetrieve.ending }, ending);
  const ofReceipt = receipt.at("ending") as object;
  assert.deepEqual({ errorCode: null, finishedAt: null, ...ofReceipt }, ending);
  assert.deepEqual(data.idempotencyKeyRetrieve, {
    state: state.at("state"),
    httpStatus: state.at("httpStatus"),
  });
  assert.equal(state.at("httpStatus"), httpStatus);
  const proof = expect(await client.get(`/receipts/${receiptId}/proof?include=record`), 200);
  return { state: state.at("state"), shown, receipt: receipt.body, proof: proof.text };
}

/** The record and digests of a proof that holds. */
async function proven(text: string) {
  const origin = new URL(server.baseUrl).origin;
  const keys = await (await fetch(`${origin}/.well-known/receipt-keys.json`)).text();
  const { proof, signedOnly } = verifyReceiptProof(text, publicKeysIn(keys), CODECS);
  assert.ok(signedOnly.includes("ending"));
  const { digest, previousReceiptDigest, outcome, httpStatus } = proof.receipt;
  return { record: proof.record, digest, previousReceiptDigest, outcome, httpStatus };
}

function assertReplay(again: Reply, first: Reply): void {
  assert.equal(again.headers["idempotent-replayed"], "true");
  assert.deepEqual([again.status, again.text], [first.status, first.text]);
  const ids = (reply: Reply) =>
    ["service-operation-id", "service-receipt-id"].map((name) => reply.headers[name]);
  assert.deepEqual(ids(again), ids(first));
}

/** The page of the code has the address of the server, whose port is another one after each start. */
function withoutPort(reply: Reply): Reply {
  return { ...reply, text: reply.text.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1") };
}

for (const { how, status, state, errorCode } of [
  { how: "arrived", status: 201, state: "succeeded", errorCode: null },
  { how: "turned_away", status: 422, state: "refused", errorCode: "provider_egress_rejected" },
]) {
  test(`ending: ${how} -> the same key waits and gets the same bytes; reads say running, then ${state}`, async () => {
    const key = randomUUID();
    const first = begin(key);
    const asked = await service.next();
    const second = begin(key, "second");
    const before = await standing(key);
    assert.equal(before.state, "in_progress");
    const running = { status: "running", finalized: false, httpStatus: 201 };
    assert.deepEqual(before.shown, { ...running, errorCode: null, finishedAt: null });
    asked.answer(how);
    const answer = expect(await first, status);
    assert.equal(answer.headers["idempotent-replayed"], undefined);
    assertReplay(await second, answer);
    assertReplay(await begin(key, "third"), answer);
    assert.equal(service.waiting, 0);
    const ended = await standing(key);
    assert.equal(ended.state, state);
    const { finishedAt, ...shown } = ended.shown;
    assert.deepEqual(shown, { status: state, finalized: true, httpStatus: status, errorCode });
    assert.equal(typeof finishedAt, "string");
    const digest = createHash("sha256").update(answer.text).digest("hex");
    assert.equal(ended.receipt["responseDigest"], status === 201 ? digest : undefined);
    assert.deepEqual(await proven(ended.proof), await proven(before.proof));
  });
}

test("ending: unknown -> 502 and not over; the same key resumes it, waits, and gets what came of it", async () => {
  const key = randomUUID();
  const first = begin(key);
  (await service.next()).answer("lost");
  const lost = expect(await first, "provider_egress_failed");
  assert.equal(lost.status, 502);
  assert.equal(lost.details["receiptId"], lost.headers["service-receipt-id"]);
  const before = await standing(key);
  assert.equal(before.state, "in_progress");
  const unknown = { status: "running", finalized: false, httpStatus: 502 };
  const errorCode = "provider_egress_failed";
  assert.deepEqual(before.shown, { ...unknown, errorCode, finishedAt: null });
  const again = begin(key, "again");
  const asked = await service.next();
  const third = begin(key, "third");
  asked.answer("arrived");
  const came = expect(await again, 201);
  assertReplay(came, { ...came, headers: lost.headers });
  assertReplay(await third, came);
  assertReplay(await begin(key), came);
  assert.equal((await standing(key)).state, "succeeded");
  assert.equal(service.waiting, 0);
  const resumptions = `/operations?productId=${mine.productId}&operation=journey.resume`;
  const [resumed, ...others] = (await client.get(resumptions)).items();
  assert.deepEqual(others, []);
  const { parentOperationId, cause, requestId } = resumed ?? {};
  const operationId = lost.headers["service-operation-id"];
  assert.deepEqual([parentOperationId, cause, requestId], [operationId, "api", "again"]);
});

test("ending: kill -9 between record and ending, and after -> the same key gets the ending, and the same bytes", async () => {
  const key = randomUUID();
  const lost = begin(key).catch(() => undefined);
  const { effectId } = await service.next();
  await killAndStart();
  await lost;
  const asked = await service.next();
  assert.equal(asked.effectId, effectId);
  const again = begin(key, "again");
  asked.answer("turned_away");
  const answer = expect(await again, 422);
  assert.equal(answer.at("requestId"), "first");
  await killAndStart();
  const last = await begin(key);
  assertReplay(withoutPort(last), withoutPort(answer));
  assert.equal(service.waiting, 0);
});

test("ending: 100 requests with one key over 100 connections and 2 edges -> one outcome", async () => {
  const key = randomUUID();
  const all = Array.from({ length: 100 }, () => begin(key));
  (await service.next()).answer("arrived");
  const answers = await Promise.all(all);
  assert.deepEqual([...new Set(answers.map(({ status, text }) => `${status} ${text}`))].length, 1);
  const fresh = answers.filter(({ headers }) => headers["idempotent-replayed"] === undefined);
  assert.deepEqual([fresh.length, fresh[0]?.status, service.waiting], [1, 201, 0]);
});
