/**
 * Tenants apart: every route with an id in its path, and every id in a body or query, called with
 * the id of another tenant, another Product and another environment. Each must answer as if the
 * resource did not exist. These are the operations of Product keys by hand, each with the code of
 * its refusal; `isolation_contract.test.ts` has every operation of the contract that takes a
 * Product key, those of later nouns too, and `isolation_members.test.ts` every one that takes a
 * session or a member's token.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import { type Resources, withoutIds } from "../support/isolation.ts";
import { idOfNothing } from "../support/nothing.ts";
import { ADA, draft, totals } from "../support/parties.ts";
import { resourcesOfProduct } from "../support/resources.ts";
import { newCredentials, type Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

/** A valid body for each write with an id in its path; undefined: the write takes no body. */
const WRITES: Record<string, (own: Resources) => unknown> = {
  "account.close": () => undefined,
  "account.freeze": () => ({ mode: "all", reason: "x" }),
  "account.unfreeze": () => undefined,
  "account.update": () => ({ name: "stolen" }),
  "customer.close": () => undefined,
  "customer_access.activate": () => undefined,
  "customer_access.resume": () => undefined,
  "customer_access.revoke": () => ({}),
  "customer_access.suspend": () => ({ reason: "x" }),
  "customer.reactivate": () => undefined,
  "customer.suspend": () => ({ reason: "x" }),
  "customer.update": () => ({ metadata: { a: "b" } }),
  "entity.archive": () => undefined,
  "entity.kyc.submit": () => ({ tier: "tier_1", fields: { email: "eve@example.com" } }),
  "entity.kyc.verification.cancel": () => undefined,
  "entity.kyc.verification.start": () => ({ tier: "tier_1" }),
  "entity.update": () => ({ displayName: "stolen" }),
  "sandbox.platform_freeze.lift": () => undefined,
  "transfer.reverse": () => ({ reason: "x" }),
  "transfer_hold.cancel": () => undefined,
  "transfer_hold.clear": () => ({}),
};
/** The refusal's code for a path parameter whose resource does not exist. */
/** The codes of operations that name what is missing in their own way (specification). */
const NOT_FOUND_BY: Readonly<Record<string, string>> = {
  "operation.effect.list": "source_operation_not_found",
};
const NOT_FOUND: Record<string, string> = {
  accountId: "account_not_found",
  customerId: "customer_not_found",
  entityId: "entity_not_found",
  verificationId: "resource_not_found",
  customerAccessId: "customer_access_not_found",
  transferId: "transfer_not_found",
  transferHoldId: "transfer_hold_not_found",
  operationId: "resource_not_found",
  receiptId: "resource_not_found",
  developerLogId: "developer_log_not_found",
  idempotencyKey: "resource_not_found",
  productId: "resource_not_found",
  month: "account_not_found",
};
/** Operations that act on no tenant's resources, or that no caller may call. */
const OF_NOBODY = ["catalog.error.retrieve", "catalog.event_type.retrieve", "transfer_hold.expire"];
/**
 * Writes that name resources in the body, without an id in the path: they are rows of the last
 * test.
 */
const BY_BODY = [
  "account.create",
  "customer.create",
  "customer_access.create",
  "sandbox.account_funding.create",
  "sandbox.clock.advance",
  "sandbox.compliance_outcome.create",
  "sandbox.kyc_outcome.create",
  "sandbox.platform_freeze.create",
  "sandbox.provider_fault.create",
  "sandbox.provider_outcome.create",
  "sandbox.reset",
  "transfer.batch.create",
  "transfer.create",
  "transfer_hold.create",
];

let server: Server;
let mine: Client;
let own: Resources;
/** The strangers: another tenant, another Product of mine, the live side of my Product. */
const others: { who: string; client: Client; resources: Resources | undefined }[] = [];

before(async () => {
  server = await sharedServer();
  const origin = "browser";
  const me = await newCredentials(server, { live: "true", origin });
  const { tenantId, productId } = me;
  mine = await openClient(server, me);
  own = await resourcesOfProduct({ server, client: mine });
  const stranger = await openClient(server, await newCredentials(server, { origin }), mine);
  const sibling = await openClient(
    server,
    await newCredentials(server, { tenantId, origin }),
    mine,
  );
  const live = await newCredentials(server, { tenantId, productId, environment: "live" });
  others.push({
    who: "tenant",
    client: stranger,
    resources: await resourcesOfProduct({ server, client: stranger }),
  });
  others.push({
    who: "Product",
    client: sibling,
    resources: await resourcesOfProduct({ server, client: sibling }),
  });
  others.push({ who: "live", client: await openClient(server, live, mine), resources: undefined });
});

after(async () => {
  for (const { client } of others) client.close();
  mine.close();
});

function rowsOfContract() {
  return mine.contract.operations.filter(
    ({ operationId, method, pathNames, principals }) =>
      principals.includes("product_key") &&
      pathNames.length > 0 &&
      pathNames.every((name) => name in NOT_FOUND) &&
      (method === "GET" || operationId in WRITES) &&
      !OF_NOBODY.includes(operationId),
  );
}

function pathWith(path: string, resources: Resources): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => resources[name] ?? "");
}

test("isolation: the rows above -> operations of the contract", () => {
  const published = mine.contract.operations.map(({ operationId }) => operationId);
  for (const id of [...Object.keys(WRITES), ...BY_BODY]) {
    assert.ok(published.includes(id), `${id} is no operation`);
  }
  assert.ok(rowsOfContract().length >= 38, String(rowsOfContract().length));
});

test("isolation: own ids on every read -> 200, so that a 404 below means something", async () => {
  for (const { method, path, operationId } of rowsOfContract()) {
    if (method !== "GET") continue;
    const reply = await mine.get(pathWith(path, own));
    assert.equal(reply.status, 200, `${operationId}: ${reply.text}`);
  }
});

test("isolation: my ids on every route, asked by others -> the same 404 as an id of nothing", async () => {
  for (const { method, path, pathNames, operationId } of rowsOfContract()) {
    const name = pathNames[0] as string;
    const nothing = { ...own, [name]: idOfNothing(own[name] as string) };
    const body = WRITES[operationId]?.(own);
    for (const { who, client } of others) {
      if (who === "live" && (name === "productId" || operationId.startsWith("sandbox."))) continue;
      const foreign = await client.send(method, pathWith(path, own), body);
      const row = `${who} on ${operationId}: ${foreign.text}`;
      assert.equal(foreign.code, NOT_FOUND_BY[operationId] ?? NOT_FOUND[name], row);
      assert.equal(foreign.status, 404, row);
      const unknown = await client.send(method, pathWith(path, nothing), body);
      const ids = [own[name] as string, nothing[name] as string];
      assert.equal(withoutIds(foreign, ids), withoutIds(unknown, ids), row);
    }
  }
});

test("isolation: my ids in bodies and queries of others -> not found, or nothing listed", async () => {
  for (const { who, client, resources } of others) {
    if (resources === undefined) continue;
    const [me, they] = [own["accountId"] as string, resources["accountId"] as string];
    const { productId } = mine;
    const account = { role: "customer_balance", currency: "EUR" };
    const owner = { type: "customer", id: own["customerId"] };
    const expiresAt = "2099-01-01T00:00:00Z";
    const items = [draft(they, me, "1")];
    const funding = { destinationAccountId: me, amount: "1", currency: "EUR" };
    const rows: [string, Promise<Reply>, string][] = [
      ["to", client.post("/transfers", draft(they, me, "1")), "account_not_found"],
      ["from", client.post("/transfers", draft(me, they, "1")), "account_not_found"],
      ["batch", client.post("/transfers/batch", { items, atomic: true }), "account_not_found"],
      [
        "hold",
        client.post("/transfer-holds", { ...draft(me, they, "1"), expiresAt }),
        "account_not_found",
      ],
      ["funding", client.post("/sandbox/account-funding", funding), "account_not_found"],
      [
        "freeze",
        client.post("/sandbox/platform-freezes", { accountId: me, mode: "all" }),
        "account_not_found",
      ],
      [
        "owner",
        client.post("/accounts", { ...account, productId: client.productId, owner }),
        "customer_not_found",
      ],
      [
        "access",
        client.post("/customer-accesses", { productId: client.productId, customerId: owner.id }),
        "customer_not_found",
      ],
      [
        "compliance",
        client.post("/sandbox/compliance-outcomes", {
          customerAccessId: own["customerAccessId"],
          outcome: "refuse",
        }),
        "customer_access_not_found",
      ],
      [
        "outcome",
        client.post("/sandbox/kyc-outcomes", {
          verificationId: own["verificationId"],
          outcome: "verified",
        }),
        "resource_not_found",
      ],
      [
        "provider outcome",
        client.post("/sandbox/provider-outcomes", {
          resource: { type: "verification", id: own["verificationId"] },
          outcome: "verified",
        }),
        "resource_not_found",
      ],
      [
        "fault",
        client.post("/sandbox/provider-faults", {
          ...{ productId, provider: "simulator", mode: "fail", count: 1 },
        }),
        "resource_not_found",
      ],
      ["account", client.post("/accounts", { ...account, productId, owner }), "resource_not_found"],
      ["customer", client.post("/customers", { productId, entity: ADA }), "resource_not_found"],
      [
        "clock",
        client.post("/sandbox/clock/advance", { productId, at: expiresAt }),
        "resource_not_found",
      ],
      [
        "reset",
        client.post("/sandbox/reset", { productId, confirm: productId }),
        "session_required",
      ],
    ];
    for (const [what, reply, code] of rows) {
      assert.equal((await reply).code, code, `${who} ${what}: ${(await reply).text}`);
    }
    const mixed = expect(await client.post("/transfers/batch", { items }), 201);
    assert.equal(mixed.at("results.0.error.code"), "account_not_found");
    for (const { operationId, path, pathNames, method, principals } of mine.contract.operations) {
      if (method !== "GET" || pathNames.length > 0 || !operationId.endsWith(".list")) continue;
      if (operationId.startsWith("catalog.") || !principals.includes("product_key")) continue;
      const foreign = await client.get(`${path}?productId=${productId}`);
      assert.equal(foreign.code, "resource_not_found", `${who} ${operationId}`);
    }
    for (const query of [
      `accountId=${me}`,
      `search=${own["transferId"]}`,
      `idempotencyKey=${own["idempotencyKey"]}`,
    ]) {
      const list = await client.get(`/transfers?productId=${client.productId}&${query}`);
      assert.deepEqual(expect(list, 200).items(), [], query);
    }
    const owned = await client.get(
      `/accounts?productId=${client.productId}&ownerId=${own["customerId"]}`,
    );
    assert.deepEqual(expect(owned, 200).items(), []);
    const accesses = await client.get(
      `/customer-accesses?productId=${client.productId}&customerId=${own["customerId"]}`,
    );
    assert.deepEqual(expect(accesses, 200).items(), []);
    assert.deepEqual(await totals(client), { EUR: "0" });
  }
  assert.deepEqual(await totals(mine), { EUR: "0" });
  const balance = expect(await mine.get(`/accounts/${own["accountId"]}/balance`), 200);
  assert.deepEqual([balance.at("posted"), balance.at("held")], ["990", "5"]);
});
