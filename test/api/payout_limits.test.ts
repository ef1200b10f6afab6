/**
 * Limits of payouts on a real server: the operator sets them, payouts keep them, callers read them, and a server that was killed
 * knows them and what was used.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import { admin, type Server } from "../support/server.ts";
import { restartedAfterKill, sharedServer } from "../support/shared_server.ts";

let server: Server;
let client: Client;
let apiKey: string;

before(async () => {
  server = await sharedServer();
  ({ apiKey } = server.demo);
  client = await openClient(server, server.demo);
});

after(() => client.close());

const EUR = { currency: "EUR" };
const inSandbox = () => ({ product: client.productId, environment: "sandbox" });
const ofDay = () => ({ ...inSandbox(), ...EUR, period: "P1D", reason: "risk" });

/** The draft of a payout of a new account, which has 10.00. */
async function payable(): Promise<object> {
  const { productId } = client;
  const owner = { type: "product", id: productId };
  const account = { productId, role: "product_operating", ...EUR, owner };
  const sourceAccountId = expect(await client.post("/accounts", account), 201).id("accountId");
  const money = { destinationAccountId: sourceAccountId, amount: "1000", ...EUR };
  expect(await client.post("/sandbox/account-funding", money), 201);
  const named = { productId, ownerType: "third_party", name: "Paper Mill Ltd", rail: "sepa" };
  const payee = { ...named, destination: { iban: "DE89370400440532013000" } };
  const beneficiaryId = expect(await client.post("/beneficiaries", payee), 201).id("beneficiaryId");
  return { sourceAccountId, beneficiaryId, ...EUR };
}

const limits = async () =>
  expect(await client.get(`/payout-limits?productId=${client.productId}`), 200).items();

test("payout limit: set, used up, killed, removed -> refused until it is removed; the list says what is used", async () => {
  const draft = await payable();
  const pay = (amount: string) => client.post("/payouts", { ...draft, amount });
  expect(await pay("100"), 201);
  const set = await admin(server, "payout-limit set", { ...ofDay(), "max-amount": "300" });
  assert.deepEqual(
    [set["maxAmount"], set["usedAmount"], set["environment"]],
    ["300", "100", "sandbox"],
  );
  const items = ["150", "60", "50"].map((amount) => ({ ...draft, amount }));
  const batch = expect(await client.post("/payouts/batch", { items }), 201).body as {
    results: { status: string; error?: { code: string; details: { cap: string } } }[];
  };
  assert.deepEqual(
    batch.results.map(({ status, error }) => error?.details.cap ?? status),
    ["created", "payout_amount", "created"],
  );
  expect(await pay("1"), "exposure_cap_exceeded");
  await client.close();
  server = await restartedAfterKill(server);
  client = await openClient(server, { apiKey, productId: client.productId });
  expect(await pay("1"), "exposure_cap_exceeded");
  const [limit] = await limits();
  assert.deepEqual([limit?.["usedAmount"], limit?.["usedCount"]], ["300", 3]);
  await admin(server, "payout-limit remove", ofDay());
  assert.deepEqual(await limits(), []);
  expect(await pay("1"), 201);
});

test("payout limit: of live, and of an unknown customer -> the sandbox is not limited; refused", async () => {
  const draft = await payable();
  const inLive = { ...ofDay(), environment: "live" };
  const set = await admin(server, "payout-limit set", { ...inLive, "max-count": "0" });
  assert.equal(set["environment"], "live");
  expect(await client.post("/payouts", { ...draft, amount: "1" }), 201);
  const listed = async (environment: string) =>
    (await admin(server, "payout-limit list", {
      product: client.productId,
      environment,
    })) as unknown as unknown[];
  assert.deepEqual([(await listed("live")).length, (await listed("sandbox")).length], [1, 0]);
  const unknown = { ...ofDay(), customer: "cust_x", "max-count": "1" };
  await assert.rejects(admin(server, "payout-limit set", unknown), /customer/);
  await assert.rejects(admin(server, "payout-limit set", ofDay()), /maxCount|--max-count/);
  await assert.rejects(admin(server, "payout-limit remove", ofDay()), /no limit/);
});
