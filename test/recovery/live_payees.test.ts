/**
 * Confirmation of payee in live: the server and the reference provider as a bank, in two processes, each with its own book. The bank
 * finds, refuses, does not answer, takes longer, and loses its answers.
 * A server of its own: a provider is configured.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import { fundedAccount } from "../support/live_payouts.ts";
import {
  armProvider,
  bookLines,
  controlProvider,
  killProvider,
  type ProviderProcess,
  startProvider,
} from "../support/provider.ts";
import { newsUrl } from "../support/provider_news.ts";
import {
  admin,
  newCredentials,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import { until } from "../support/webhooks.ts";

const FLAGS = ["--shards", "1", "--edges", "1"];
const BANK = { name: "first-bank", kind: "bank" };
const IBAN = "DE89370400440532013000";

const bookPath = join(newDataDir(), "book.jsonl");
let server: Server;
let bank: ProviderProcess;
let secret: string;
let client: Client;

before(async () => {
  server = await startServer(FLAGS);
  const made = await admin(server, "provider set", {
    ...{ ...BANK, url: "http://127.0.0.1:8090", "payee-checks": "sepa" },
  });
  secret = String(made["secret"]);
  await openBank("matched");
  client = await openClient(
    server,
    await newCredentials(server, { environment: "live", live: "true" }),
  );
});

after(async () => {
  client.close();
  await killProvider(bank);
  await stopServer(server);
});

/** Starts the bank with its book, and tells the server its address, which is another each time. */
async function openBank(decision: string): Promise<void> {
  const told = ["--news-url", newsUrl(server, BANK.name), "--news-pause", "50"];
  const flags = ["--kind", "bank", "--decide-payee", decision, ...told];
  bank = await startProvider({ bookPath, secret }, flags);
  await admin(server, "provider set", { ...BANK, url: bank.url });
}

async function reopenBank(decision: string): Promise<void> {
  await killProvider(bank);
  await openBank(decision);
}

function created(more: object = {}, key: string = randomUUID()): Promise<Reply> {
  const named = { productId: client.productId, ownerType: "third_party", name: "Paper Mill Ltd" };
  const account = { rail: "sepa", destination: { iban: IBAN } };
  return client.post("/beneficiaries", { ...named, ...account, ...more }, { key });
}

const got = async (id: string) => expect(await client.get(`/beneficiaries/${id}`), 200);
const found = (reply: Reply) => [reply.at("status"), reply.at("verification.result")];

/** The checks that the bank has accepted, by the name of the payee that it was told. */
const checksOf = (name: string) =>
  bookLines(bookPath, "accepted").filter(({ effect }) => {
    const { request } = effect as { request: { payee?: { name: string } } };
    return request.payee?.name === name;
  });

test("live payee: the bank knows the account so -> verified, asked once, with name and IBAN; the same answer for its key", async () => {
  const key = randomUUID();
  const name = "Ink Works Ltd";
  const made = expect(await created({ name }, key), 201);
  assert.deepEqual(found(made), ["active", "matched"]);
  assert.deepEqual(
    [made.at("verification.provider"), made.at("actor.type")],
    [BANK.name, "provider"],
  );
  assert.equal(expect(await created({ name }, key), 201).text, made.text);
  const checks = checksOf(name).map(({ effect }) => (effect as { request: unknown }).request);
  const payee = { name, iban: IBAN };
  const beneficiaryId = made.id("beneficiaryId");
  assert.deepEqual(checks, [{ action: "check", beneficiaryId, rail: "sepa", payee }]);
});

test("live payee: a rail that the bank does not check -> active at once, and nobody is asked", async () => {
  const destination = { routingNumber: "021000021", accountNumber: "000123456789" };
  const made = expect(await created({ rail: "ach", destination, name: "Far Away Inc" }), 201);
  assert.deepEqual([...found(made), made.at("revision")], ["active", undefined, 1]);
  assert.equal(checksOf("Far Away Inc").length, 0);
});

test("live payee: the bank has nearly this name -> its own is shown; paid once it is accepted", async () => {
  await reopenBank("close_match");
  const made = expect(await created(), 201);
  assert.deepEqual(found(made), ["active", "close_match"]);
  assert.equal(made.at("verification.accountName"), "Paper Mill Ltd and Partners");
  const beneficiaryId = made.id("beneficiaryId");
  const sourceAccountId = await fundedAccount(server, client, "1000");
  const draft = { sourceAccountId, beneficiaryId, amount: "100", currency: "EUR" };
  expect(await client.post("/payouts", draft), "state_conflict");
  const accepted = { acceptMismatch: true };
  expect(await client.send("PATCH", `/beneficiaries/${beneficiaryId}`, accepted), 200);
  expect(await client.post("/payouts", draft), 201);
});

test("live payee: the bank refuses the account -> provider_egress_rejected, the same for the same key; blocked", async () => {
  await armProvider(bank, "reject");
  const key = randomUUID();
  const chosen = { beneficiaryId: "refused" };
  const refused = expect(await created(chosen, key), "provider_egress_rejected");
  assert.equal(refused.details["providerCode"], "rejected_by_request");
  assert.equal((await created(chosen, key)).text, refused.text);
  const blocked = await got("refused");
  assert.deepEqual(
    [blocked.at("status"), blocked.at("verification.reason")],
    ["blocked", "rejected_by_request"],
  );
});

for (const mode of ["fail", "lose", "garble"]) {
  test(`live payee: the bank is told to ${mode} -> provider_egress_failed; the same key asks again, and it was checked once`, async () => {
    await reopenBank("matched");
    await armProvider(bank, mode);
    const key = randomUUID();
    const chosen = { beneficiaryId: `after-${mode}`, name: `Mill ${mode}` };
    const failed = expect(await created(chosen, key), "provider_egress_failed");
    assert.equal(failed.details["provider"], BANK.name);
    assert.equal((await got(chosen.beneficiaryId)).at("status"), "pending");
    const made = expect(await created(chosen, key), 201);
    assert.deepEqual(found(made), ["active", "matched"]);
    assert.equal(checksOf(chosen.name).length, 1);
  });
}

test("live payee: the bank takes longer -> pending; told by news, and the first holds", async () => {
  await reopenBank("nothing");
  const made = expect(await created(), 201);
  const id = made.id("beneficiaryId");
  assert.deepEqual(found(made), ["pending", undefined]);
  const path = `effects/${id.replace("ben_", "preq_")}/outcome`;
  for (const outcome of ["no_match", "matched"]) {
    assert.equal(await controlProvider(bank.url, path, { outcome }), 200);
  }
  await until(async () => (await got(id)).at("status") === "active", `${id} is active`);
  assert.deepEqual(found(await got(id)), ["active", "no_match"]);
});

test("live payee: the bank's book afterwards -> agrees with what is on record here", async () => {
  const said = await admin(server, "provider reconcile", { name: BANK.name });
  const { counts } = said as unknown as { counts: Record<string, number> };
  assert.deepEqual(
    [said["agree"], counts["status_differs"], counts["missing_there"], counts["unknown_here"]],
    [true, 0, 0, 0],
    JSON.stringify(said),
  );
});
