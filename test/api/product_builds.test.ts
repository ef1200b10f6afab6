/**
 * Products of Builds over HTTP: what both environments have when the answer comes, what keys reach, what
 * another Build changes, and what is there after kill -9 and after a reset.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Client, type Document, expect, openClient } from "../support/client.ts";
import { PRICES } from "../support/features/build/sources.ts";
import { idOfNothing } from "../support/nothing.ts";
import { changedAll, INVOICE, LOAN, MINIMAL } from "../support/programs/programs.ts";
import { admin, type Server } from "../support/server.ts";
import { restartedAfterKill, sharedServer } from "../support/shared_server.ts";

/** The invoice with another account; it fits the objects of the invoice. */
const WITH_FUND = changedAll(INVOICE, {
  "/accounts/fund": { role: "product_operating", owner: "product", currency: "EUR" },
}) as object;
const SCOPES = [
  ...["accounts:read", "accounts:write", "products:read", "sandbox:write"],
  ...["transfer_holds:read", "customers:read"],
];

let server: Server;
/** A token of the demo company's founder. */
let founder: Client;

before(async () => {
  server = await sharedServer();
  await open();
});
after(() => founder.close());

async function open(): Promise<void> {
  const { personalAccessToken: apiKey } = server.demo.founder;
  founder = await openClient(server, { productId: "", apiKey });
}

const build = async (source: object) => {
  const reply = await founder.post("/builds", { source, expectedPricing: PRICES });
  assert.ok([200, 201].includes(reply.status), reply.text);
  return reply;
};
const apply = (productId: string, buildId: string) =>
  founder.post(`/products/${productId}/builds`, { buildId, expectedPricing: PRICES });

const listOf = (what: string, productId: string) => `/${what}?productId=${productId}`;

/** A Product of the program, and its Build. */
async function newProduct(source: object) {
  const built = await build(source);
  const draft = { name: "P", buildId: built.id("buildId"), expectedPricing: PRICES };
  const made = expect(await founder.post("/products", draft), 201);
  const productId = made.id("productId");
  return { productId, built, made };
}

async function keyOf(productId: string, environment: "sandbox" | "live"): Promise<Client> {
  const scopes = SCOPES.join(",");
  const made = await admin(server, "key create", { product: productId, environment, scopes });
  const credentials = { productId, apiKey: String(made["apiKey"]), environment };
  return openClient(server, credentials, { contract: founder.contract });
}

type Shown = { builds: unknown[]; accounts: string[]; ids: unknown[] };

/** The Builds and the accounts of the Product in an environment, as a key of it sees them. */
async function shownIn(productId: string, environment: "sandbox" | "live"): Promise<Shown> {
  const key = await keyOf(productId, environment);
  const builds = expect(await key.get(`/products/${productId}/builds`), 200).items();
  const accounts = expect(await key.get(`/accounts?productId=${productId}&limit=100`), 200).items();
  key.close();
  return {
    builds: builds.map(({ buildId, revision, isRunning }) => [buildId, revision, isRunning]),
    accounts: accounts.map(({ name, role, currency }) => `${name} ${role} ${currency}`).sort(),
    ids: accounts.map(({ accountId }) => accountId),
  };
}

const OF_INVOICE = ["reserve", "revenue"].flatMap((name) =>
  ["EUR", "USD"].map((currency) => `${name} product_${name} ${currency}`),
);

test("product of a Build: answered -> both environments run it, with its accounts; kill -9 -> the same", async () => {
  const { productId, built, made } = await newProduct(INVOICE);
  assert.equal(made.at("buildId"), built.at("buildId"));
  assert.equal(made.at("digest"), built.at("digest"));
  assert.deepEqual(made.at("capabilities"), built.at("capabilities"));
  await admin(server, "product set", { product: productId, live: "true" });
  const shown = async () => [await shownIn(productId, "sandbox"), await shownIn(productId, "live")];
  const before = await shown();
  for (const { builds, accounts } of before) {
    assert.deepEqual(builds, [[built.at("buildId"), 1, true]]);
    assert.deepEqual(accounts, OF_INVOICE);
  }
  const all = before.flatMap(({ ids }) => ids);
  assert.equal(new Set(all).size, all.length);
  founder.close();
  server = await restartedAfterKill(server);
  await open();
  assert.deepEqual(await shown(), before);
  const again = expect(await founder.get(`/products/${productId}`), 200);
  assert.equal(again.at("digest"), built.at("digest"));
});

test("product of a Build: its keys -> reach the operations of the Build alone; those of a plain Product reach all", async () => {
  const { productId, built } = await newProduct(MINIMAL);
  const ids = built.at("operationIds") as string[];
  assert.ok(ids.includes("account.list") && !ids.includes("transfer_hold.list"));
  const key = await keyOf(productId, "sandbox");
  expect(await key.get(listOf("accounts", productId)), 200);
  const holds = expect(await key.get(listOf("transfer-holds", productId)), "operation_not_allowed");
  assert.equal(holds.status, 403);
  expect(await key.get(listOf("customers", productId)), "operation_not_allowed");
  const shown = expect(await key.get("/api-keys/current"), 200).at("operationIds") as string[];
  assert.deepEqual(
    shown.filter((id) => !ids.includes(id)),
    [],
  );
  key.close();
  const plain = expect(await founder.post("/products", { name: "Plain" }), 201).id("productId");
  const plainKey = await keyOf(plain, "sandbox");
  expect(await plainKey.get(listOf("transfer-holds", plain)), 200);
  plainKey.close();
});

test("build apply: a key of before, and one of after -> each reaches what the Build had when it was made", async () => {
  const productId = expect(await founder.post("/products", { name: "Plain" }), 201).id("productId");
  const early = await keyOf(productId, "sandbox");
  const { body } = expect(await founder.get(`/products/${productId}`), 200);
  assert.deepEqual([body["buildId"], body["digest"]], [undefined, undefined]);
  const applied = expect(await apply(productId, (await build(MINIMAL)).id("buildId")), 200);
  assert.deepEqual(applied.at("capabilities"), ["ledger", "objects"]);
  const late = await keyOf(productId, "sandbox");
  expect(await early.get(listOf("transfer-holds", productId)), 200);
  expect(await late.get(listOf("transfer-holds", productId)), "operation_not_allowed");
  const events = expect(await early.get(listOf("events", productId)), "missing_required_scope");
  assert.equal(events.status, 403);
  for (const key of [early, late]) key.close();
});

test("build apply: one that fits -> both environments run it, accounts of before stay; one that does not -> refused", async () => {
  const { productId, built } = await newProduct(INVOICE);
  const before = await shownIn(productId, "sandbox");
  const fund = await build(WITH_FUND);
  expect(await apply(productId, fund.id("buildId")), 200);
  const after = await shownIn(productId, "sandbox");
  assert.deepEqual(after.builds, [
    [fund.at("buildId"), 2, true],
    [built.at("buildId"), 1, false],
  ]);
  assert.deepEqual(after.accounts, ["fund product_operating EUR", ...OF_INVOICE]);
  assert.ok(before.ids.every((id) => after.ids.includes(id)));
  const misfit = expect(await apply(productId, (await build(LOAN)).id("buildId")), 422);
  assert.equal(misfit.code, "state_constraint_failed");
  const findings = misfit.details["findings"] as Document[];
  assert.ok(findings.length > 0 && findings.every(({ code }) => code === "P24"));
  expect(await apply(productId, fund.id("buildId")), "state_conflict");
  const unknown = expect(await apply(productId, idOfNothing(fund.id("buildId"))), 404);
  assert.equal(unknown.details["resourceType"], "build");
  assert.deepEqual((await shownIn(productId, "sandbox")).builds, after.builds);
});

test("build apply: many Builds at once -> one after the other or refused; both environments agree", async () => {
  const { productId } = await newProduct(INVOICE);
  await admin(server, "product set", { product: productId, live: "true" });
  const names = ["a", "b", "c", "d", "e", "f"].map((name) => ({ ...INVOICE, name }));
  const built = await Promise.all(names.map(build));
  const replies = await Promise.all(built.map((each) => apply(productId, each.id("buildId"))));
  const accepted = replies.filter(({ status }) => status === 200);
  for (const { status, code } of replies) {
    assert.ok(status === 200 || code === "state_conflict", `${status} ${code}`);
  }
  assert.ok(accepted.length >= 1);
  const [sandbox, live] = [await shownIn(productId, "sandbox"), await shownIn(productId, "live")];
  assert.equal(sandbox.builds.length, accepted.length + 1);
  assert.deepEqual(live.builds, sandbox.builds);
});

test("sandbox reset: a Product of a Build -> the same program with fresh accounts; live as it was", async () => {
  const { productId } = await newProduct(INVOICE);
  await admin(server, "product set", { product: productId, live: "true" });
  const before = await shownIn(productId, "sandbox");
  const live = await shownIn(productId, "live");
  const reset = { productId, confirm: productId };
  expect(await founder.post("/sandbox/reset", reset), 200);
  const after = await shownIn(productId, "sandbox");
  assert.deepEqual([after.builds, after.accounts], [before.builds, before.accounts]);
  assert.ok(after.ids.every((id) => !before.ids.includes(id)));
  assert.deepEqual(await shownIn(productId, "live"), live);
});

test("builds of a Product: asked for by the key of another -> resource_not_found", async () => {
  const { productId } = await newProduct(MINIMAL);
  const key = await keyOf(server.demo.productId, "sandbox");
  const { status, details } = await key.get(`/products/${productId}/builds`);
  assert.deepEqual([status, details["resourceType"]], [404, "product"]);
  key.close();
});
