/**
 * Closing a Product over HTTP: refused while there is money in an environment, all or nothing through kill -9, and
 * nothing is taken from anybody afterwards.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import { type Browser, enrol, mailFor, openPeople, type People } from "../support/people.ts";
import { admin, type Server } from "../support/server.ts";
import { restartedAfterKill, sharedServer } from "../support/shared_server.ts";

let server: Server;
let people: People;
let owner: Browser;

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
  owner = await people.founder("Secured");
  const { secret } = await enrol(owner);
  await mailFor(server, owner.email, 1);
  await people.logIn(owner, { totpSecret: secret });
});
after(() => people.close());

/** The server is killed and started; the person's browser is the same. */
async function restart(): Promise<void> {
  people.close();
  server = await restartedAfterKill(server);
  people = await openPeople(server);
  const { cookie, email } = owner;
  owner = people.browser(email);
  owner.cookie = cookie;
  await owner.load();
}

async function newProduct() {
  const productId = expect(await owner.post("/products", { name: "P" }), 201).id("productId");
  const { apiKey } = await admin(server, "key create", { product: productId });
  return { productId, apiKey: String(apiKey) };
}

async function keyOf({ productId, apiKey }: { productId: string; apiKey: string }) {
  return openClient(server, { productId, apiKey });
}

const close = (productId: string, key?: string) =>
  owner.post(`/products/${productId}/close`, undefined, key === undefined ? {} : { key });

async function funded(key: Client, productId: string): Promise<string> {
  const draft = {
    productId,
    role: "product_operating",
    currency: "EUR",
    owner: { type: "product", id: productId },
  };
  const accountId = expect(await key.post("/accounts", draft), 201).id("accountId");
  const funding = { destinationAccountId: accountId, amount: "70", currency: "EUR" };
  expect(await key.post("/sandbox/account-funding", funding), 201);
  return accountId;
}

test("close: money in the sandbox -> refused, and open as before; after a reset -> closed, and no credential works", async () => {
  const product = await newProduct();
  const { productId } = product;
  const key = await keyOf(product);
  const accountId = await funded(key, productId);
  const refused = expect(await close(productId), "account_close_balance_nonzero");
  const { accountId: named, balance, held } = refused.details;
  assert.deepEqual([named, balance, held], [accountId, "70", "0"]);
  const again = { destinationAccountId: accountId, amount: "1", currency: "EUR" };
  expect(await key.post("/sandbox/account-funding", again), 201);
  expect(await owner.post("/sandbox/reset", { productId, confirm: productId }), 200);
  const closed = expect(await close(productId), 200);
  assert.equal(closed.at("status"), "closed");
  for (let each = 0; each < 4; each++) {
    expect(await key.get(`/accounts?productId=${productId}`), "product_access_suspended");
  }
  expect(await close(productId), "state_conflict");
  expect(await owner.post(`/products/${productId}/enable`), "state_conflict");
  const listed = expect(await owner.get("/products?limit=100"), 200).items();
  const status = listed.find((each) => each["productId"] === productId)?.["status"];
  assert.equal(status, "closed");
  const events = expect(await owner.get(`/events?productId=${productId}&limit=1`), 200).items();
  assert.deepEqual(
    events.map(({ type }) => type),
    ["product.closed"],
  );
  const feed = expect(await owner.get("/tenant/audit-events?limit=10"), 200).items();
  assert.ok(feed.some(({ operation }) => operation === "product.close"));
  key.close();
});

test("close: while writes are sent from everywhere -> each is answered, and afterwards nothing has money", async () => {
  const product = await newProduct();
  const { productId } = product;
  const key = await openClient(server, product, { connections: 8 });
  const draft = {
    productId,
    role: "product_operating",
    currency: "EUR",
    owner: { type: "product", id: productId },
  };
  const destinationAccountId = expect(await key.post("/accounts", draft), 201).id("accountId");
  const funding = { destinationAccountId, amount: "5", currency: "EUR" };
  const sent = Array.from({ length: 16 }, () => key.post("/sandbox/account-funding", funding));
  const [closing, ...replies] = await Promise.all([close(productId), ...sent]);
  const posted = replies.filter(({ status }) => status === 201).length;
  for (const { status, code } of replies) {
    assert.ok(status === 201 || code === "product_access_suspended", code);
  }
  assert.equal(closing.status === 200, posted === 0, `${posted} posted, ${closing.text}`);
  key.close();
});

test("close: kill -9 on the way, again and again -> closed or open as a whole, and the same key says which", async () => {
  for (let kill = 0; kill < 4; kill++) {
    const product = await newProduct();
    const { productId } = product;
    if (kill % 2 === 1) {
      const key = await keyOf(product);
      await funded(key, productId);
      key.close();
    }
    const idempotencyKey = crypto.randomUUID();
    const asked = close(productId, idempotencyKey).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, kill * 2));
    await Promise.all([restart(), asked]);
    const again = await close(productId, idempotencyKey);
    const expected = kill % 2 === 1 ? "account_close_balance_nonzero" : 200;
    expect(again, expected);
    const key = await keyOf(product);
    const draft = { productId, entity: { kind: "person", displayName: "Ada", country: "GB" } };
    expect(
      await key.post("/customers", draft),
      expected === 200 ? "product_access_suspended" : 201,
    );
    key.close();
  }
});

test("close: by the operator, whatever it has -> its realms take nothing, funding at the command line neither", async () => {
  const product = await newProduct();
  const { productId } = product;
  const key = await keyOf(product);
  await funded(key, productId);
  await admin(server, "product set", { product: productId, status: "closed" });
  expect(await key.get(`/accounts?productId=${productId}`), "product_access_suspended");
  const events = expect(await owner.get(`/events?productId=${productId}&limit=1`), 200).items();
  assert.deepEqual(
    events.map(({ type }) => type),
    ["product.closed"],
  );
  key.close();
});
