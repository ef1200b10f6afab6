/**
 * Customer access over HTTP: the whole life of one in sandbox and in live, what each refusal says and with
 * which status, what listeners hear, and that of many requests for one access one is made.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { runCommand } from "../../scripts/admin_command.ts";
import { type Client, type Document, expect, openClient, type Reply } from "../support/client.ts";
import { ADA, newCustomer } from "../support/parties.ts";
import { newCredentials, type Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

const AT_ONCE = 100;

let server: Server;
let sandbox: Client;
let live: Client;

before(async () => {
  server = await sharedServer();
  const ofLive = await newCredentials(server, { environment: "live", live: "true" });
  live = await openClient(server, ofLive);
  const { productId } = ofLive;
  sandbox = await openClient(server, await newCredentials(server, { productId }), {
    contract: live.contract,
    connections: AT_ONCE,
  });
});

after(async () => {
  live.close();
  sandbox.close();
});

/** Does what `npm run admin` does. */
async function admin(...words: string[]): Promise<Document> {
  const { code, out, err } = await runCommand(["--data", server.dataDir, ...words], undefined);
  assert.equal(code, 0, err);
  return JSON.parse(out) as Document;
}

type Decide = (customerAccessId: string, outcome: "clear" | "refuse") => Promise<Document>;

let checks = 0;
const byOperator: Decide = (access, outcome) =>
  admin(
    ...["compliance-outcome", "--access", access, "--outcome", outcome],
    ...["--reason", `check ${checks++}`],
  );
const bySandbox: Decide = async (customerAccessId, outcome) => {
  const body = { customerAccessId, outcome };
  return expect(await sandbox.post("/sandbox/compliance-outcomes", body), 201).body;
};

/** A refusal without what every refusal says. */
function refused({ status, code, details }: Reply) {
  const { operation: _, docUrl: __, issues: ___, ...own } = details;
  return [status, code, own];
}

/** The access of a customer, and what is asked of it. */
function accessOf(client: Client, customerId: string) {
  const { productId } = client;
  const post = (id: string, verb: string, body?: unknown) =>
    client.post(`/customer-accesses/${id}/${verb}`, body);
  return {
    create: (more: object = {}) =>
      client.post("/customer-accesses", { productId, customerId, ...more }),
    post,
    /** The status of the access, which must be what the customer shows of its newest one. */
    async status(id: string): Promise<unknown> {
      const access = expect(await client.get(`/customer-accesses/${id}`), 200);
      const customer = expect(await client.get(`/customers/${customerId}`), 200);
      assert.equal(customer.at("accessStatus"), access.at("status"));
      return access.at("status");
    },
    account: () =>
      client.post("/accounts", {
        productId,
        role: "customer_balance",
        currency: "EUR",
        owner: { type: "customer", id: customerId },
      }),
  };
}

/** Every status, and every refusal of a lifecycle call and of a use, in one life. */
async function wholeLife(client: Client, customerId: string, decide: Decide, isActive: boolean) {
  const access = accessOf(client, customerId);
  const terms = { version: "2026-01", acceptedAt: "2026-01-31T10:30:00+01:00", evidence: "box 7" };
  const made = expect(await access.create({ ports: ["customer", "cards"], terms }), 201);
  const id = made.id("customerAccessId");
  const shown = { ...terms, acceptedAt: "2026-01-31T09:30:00.000Z" };
  assert.deepEqual([made.at("ports"), made.at("terms")], [["customer", "cards"], shown]);
  const forbidden = (verb: "activate" | "suspend" | "resume" | "revoke", status: string) => {
    const allowed = {
      activate: ["pending"],
      suspend: ["active"],
      resume: ["suspended"],
      revoke: ["pending_compliance", "pending", "active", "suspended"],
    }[verb];
    const details = { customerAccessId: id, status, allowed };
    return [409, "customer_access_lifecycle_status_forbidden", details];
  };
  const byCompliance = [409, "customer_access_compliance_forbidden", { customerAccessId: id }];
  const inUse = (status: string) => [
    ...[409, "customer_access_status_forbidden", { customerAccessId: id, status }],
  ];
  const suspend = () => access.post(id, "suspend", { reason: "documents" });

  assert.equal(await access.status(id), "pending_compliance");
  assert.deepEqual(
    refused(await access.post(id, "activate")),
    forbidden("activate", "pending_compliance"),
  );
  assert.deepEqual(refused(await suspend()), forbidden("suspend", "pending_compliance"));
  const second = refused(await access.create());
  const conflict = { customerAccessId: id, status: "pending_compliance" };
  const states = { expected: "revoked", actual: "pending_compliance" };
  assert.deepEqual(second, [409, "state_conflict", { ...conflict, ...states }]);

  await decide(id, "refuse");
  assert.equal(await access.status(id), "rejected");
  for (const verb of ["activate", "resume"]) {
    assert.deepEqual(refused(await access.post(id, verb)), byCompliance);
  }
  assert.deepEqual(refused(await access.create()), byCompliance);
  assert.deepEqual(refused(await access.post(id, "revoke", {})), forbidden("revoke", "rejected"));
  if (isActive) assert.deepEqual(refused(await access.account()), inUse("rejected"));

  await decide(id, "clear");
  assert.equal(await access.status(id), "pending");
  if (isActive) assert.deepEqual(refused(await access.account()), inUse("pending"));
  else expect(await access.account(), "customer_status_forbidden");
  expect(await access.post(id, "activate"), 200);
  assert.equal(await access.status(id), "active");
  assert.deepEqual(refused(await access.post(id, "activate")), forbidden("activate", "active"));
  assert.deepEqual(refused(await access.post(id, "resume")), forbidden("resume", "active"));
  expect(await access.account(), 201);

  assert.equal(expect(await suspend(), 200).at("suspensionReason"), "documents");
  assert.deepEqual(refused(await suspend()), forbidden("suspend", "suspended"));
  assert.deepEqual(refused(await access.account()), inUse("suspended"));
  expect(await access.post(id, "resume"), 200);

  const struck = await decide(id, "refuse");
  assert.equal(struck["suspensionReason"], undefined);
  assert.equal(await access.status(id), "suspended");
  assert.deepEqual(refused(await access.post(id, "resume")), byCompliance);
  assert.deepEqual(refused(await access.account()), inUse("suspended"));
  await decide(id, "clear");
  assert.equal(await access.status(id), "suspended");
  expect(await access.post(id, "resume"), 200);
  expect(await access.account(), 201);

  const revoked = expect(await access.post(id, "revoke", { reason: "left" }), 200);
  assert.equal(revoked.at("revocationReason"), "left");
  assert.equal(await access.status(id), "revoked");
  for (const verb of ["activate", "resume", "revoke"] as const) {
    assert.deepEqual(
      refused(await access.post(id, verb, verb === "revoke" ? {} : undefined)),
      forbidden(verb, "revoked"),
    );
  }
  const required = { customerId, productId: client.productId };
  assert.deepEqual(refused(await access.account()), [403, "customer_access_required", required]);
  const next = expect(await access.create(), 201).id("customerAccessId");
  assert.notEqual(next, id);
  return { id, next };
}

/** The types of the events of one thing, oldest first. */
async function heardOf(client: Client, resourceId: string): Promise<unknown[]> {
  const query = `productId=${client.productId}&resourceId=${resourceId}&limit=100`;
  const events = expect(await client.get(`/events?${query}`), 200).items();
  return events.map(({ type }) => type).reverse();
}

test("customer access: a life in sandbox -> each status, each refusal with its details, and its events", async () => {
  const draft = { productId: sandbox.productId, test: false, entity: ADA };
  const customerId = expect(await sandbox.post("/customers", draft), 201).id("customerId");
  const { productId } = sandbox;
  const unable = refused(await accessOf(sandbox, customerId).account());
  assert.deepEqual(unable, [403, "customer_status_forbidden", { customerId, status: "pending" }]);
  const { id } = await wholeLife(sandbox, customerId, bySandbox, false);
  const customer = expect(await sandbox.get(`/customers/${customerId}`), 200);
  assert.deepEqual(
    [customer.at("status"), customer.at("accessStatus")],
    ["active", "pending_compliance"],
  );
  assert.deepEqual(await heardOf(sandbox, id), [
    "customer_access.created",
    "customer_access.compliance_changed",
    "customer_access.compliance_changed",
    "customer_access.activated",
    "customer_access.suspended",
    "customer_access.resumed",
    "customer_access.compliance_changed",
    "customer_access.compliance_changed",
    "customer_access.resumed",
    "customer_access.revoked",
  ]);
  const told = await heardOf(sandbox, customerId);
  assert.equal(told.filter((type) => type === "customer.activated").length, 1);
  // One event for each change of what the customer shows.
  assert.equal(told.length, customer.at("revision"));
  const list = `/customer-accesses?productId=${productId}&customerId=${customerId}`;
  assert.equal(expect(await sandbox.get(list), 200).items().length, 2);
  assert.deepEqual(
    expect(await sandbox.get(`${list}&status=revoked`), 200)
      .items()
      .map((item) => item["customerAccessId"]),
    [id],
  );
});

test("customer access: a life in live, by the operator's command -> the same", async () => {
  const draft = { productId: live.productId, entity: ADA };
  const made = expect(await live.post("/customers", draft), 201);
  const customerId = made.id("customerId");
  const tiers = {
    requiredTier: "tier_1",
    attainedTier: "tier_0",
    entityId: made.at("entity.entityId"),
  };
  const access = accessOf(live, customerId);
  assert.deepEqual(refused(await access.create()), [403, "kyc_tier_insufficient", tiers]);
  // The operator's word raises the tier, and brings an access with it.
  await admin("customer", "activate", "--customer", customerId, "--reason", "seen");
  const list = `/customer-accesses?productId=${live.productId}&customerId=${customerId}`;
  const [brought] = expect(await live.get(list), 200).items();
  assert.deepEqual([brought?.["status"], brought?.["ports"]], ["active", ["customer"]]);
  expect(await access.post(String(brought?.["customerAccessId"]), "revoke", {}), 200);
  const { next } = await wholeLife(live, customerId, byOperator, true);
  await byOperator(next, "clear");
  expect(await access.post(next, "activate"), 200);
  const outcome = { customerAccessId: next, outcome: "clear" };
  const asSandbox = await live.post("/sandbox/compliance-outcomes", outcome);
  assert.deepEqual([asSandbox.status, asSandbox.code], [400, "operation_environment_invalid"]);
});

test("customer access: unknown ids, a closed customer -> refused, with their details", async () => {
  const none = "cacc_none";
  for (const verb of ["activate", "suspend", "resume", "revoke"]) {
    const body = { suspend: { reason: "r" }, revoke: {} }[verb];
    const reply = await sandbox.post(`/customer-accesses/${none}/${verb}`, body);
    assert.deepEqual(refused(reply), [
      404,
      "customer_access_not_found",
      { customerAccessId: none },
    ]);
  }
  expect(await sandbox.get(`/customer-accesses/${none}`), "customer_access_not_found");
  const decision = { customerAccessId: none, outcome: "clear" };
  expect(await sandbox.post("/sandbox/compliance-outcomes", decision), "customer_access_not_found");
  const customerId = await newCustomer(sandbox);
  expect(await sandbox.post(`/customers/${customerId}/close`), 200);
  const access = accessOf(sandbox, customerId);
  const id = customerId.replace("cust_", "cacc_");
  assert.equal(await access.status(id), "revoked");
  assert.deepEqual(await heardOf(sandbox, id), ["customer_access.revoked"]);
  const allowed = ["pending", "active", "suspended"];
  const details = { customerId, status: "closed", allowed };
  assert.deepEqual(refused(await access.create()), [403, "customer_status_forbidden", details]);
});

test(`customer access: created ${AT_ONCE} times at once -> one is made, the others name it`, async () => {
  const customerId = await newCustomer(sandbox);
  const access = accessOf(sandbox, customerId);
  expect(await access.post(customerId.replace("cust_", "cacc_"), "revoke", {}), 200);
  const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => access.create()));
  const made = replies.filter(({ status }) => status === 201);
  assert.equal(made.length, 1);
  const id = made[0]?.id("customerAccessId");
  for (const reply of replies.filter(({ status }) => status !== 201)) {
    assert.deepEqual([reply.code, reply.details["customerAccessId"]], ["state_conflict", id]);
  }
  const list = `/customer-accesses?productId=${sandbox.productId}&customerId=${customerId}`;
  assert.equal(expect(await sandbox.get(list), 200).items().length, 2);
});

test("customer access: a replay of a refusal by its key -> 409 again, byte for byte", async () => {
  const customerId = await newCustomer(sandbox);
  const id = customerId.replace("cust_", "cacc_");
  await bySandbox(id, "refuse");
  const sending = { key: "6f9619ff-8b86-4011-b42d-00c04fc964ff" };
  const first = await sandbox.post(`/customer-accesses/${id}/resume`, undefined, sending);
  assert.deepEqual(refused(first), [
    ...[409, "customer_access_compliance_forbidden", { customerAccessId: id }],
  ]);
  const again = await sandbox.post(`/customer-accesses/${id}/resume`, undefined, sending);
  assert.deepEqual([again.status, again.text], [first.status, first.text]);
  assert.equal(again.headers["idempotent-replayed"], "true");
});
