/**
 * Verifications over HTTP: from what is submitted to a tier that is attained, through a provider that asks
 * again, refuses, fails or does not answer, and through kill -9.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { type Client, type Document, expect, openClient, type Reply } from "../support/client.ts";
import {
  firstTierFields,
  ORGANIZATION_FIELDS,
  PERSON_FIELDS,
} from "../support/features/entity/kyc.ts";
import { graphqlClient } from "../support/graphql.ts";
import { addDocument, newContent, newEntity } from "../support/kyc_documents.ts";
import { type Credentials, newCredentials, type Server } from "../support/server.ts";
import { restartedAfterKill, sharedServer } from "../support/shared_server.ts";

let server: Server;
let mine: Credentials;
let client: Client;

before(async () => {
  server = await sharedServer();
  mine = await newCredentials(server);
  client = await openClient(server, mine, { connections: 100 });
});

after(() => client?.close());

async function killAndStart(): Promise<void> {
  client.close();
  server = await restartedAfterKill(server);
  client = await openClient(server, mine, { connections: 100 });
}

const submit = async (entityId: string, tier: string, fields: object) =>
  expect(await client.post(`/entities/${entityId}/kyc`, { tier, fields }), 200);

/** The entity of a new person who has submitted all that the first tier asks for. */
async function submittedEntity(): Promise<string> {
  const entityId = await newEntity(client);
  await submit(entityId, "tier_1", firstTierFields());
  return entityId;
}

const verify = (entityId: string, key: string = randomUUID(), tier = "tier_1"): Promise<Reply> =>
  client.post(`/entities/${entityId}/kyc/verifications`, { tier }, { key });

const decide = async (verificationId: string, outcome: string, more: object = {}) =>
  expect(await client.post("/sandbox/kyc-outcomes", { verificationId, outcome, ...more }), 201);

async function arm(mode: string, count = 1): Promise<void> {
  const { productId } = mine;
  const armed = { productId, provider: "simulator", mode, count };
  expect(await client.post("/sandbox/provider-faults", armed), 201);
}

const kycOf = async (entityId: string) =>
  expect(await client.get(`/entities/${entityId}/kyc`), 200).body;

const verificationsOf = async (entityId: string) =>
  expect(await client.get(`/entities/${entityId}/kyc/verifications`), 200).items();

async function advance(ms: number): Promise<void> {
  const { productId } = mine;
  const clock = expect(await client.get(`/products/${productId}/sandbox-clock`), 200);
  const at = new Date(Date.parse(clock.id("effectiveAt")) + ms).toISOString();
  expect(await client.post("/sandbox/clock/advance", { productId, at }), 200);
}

/** Types of the events of the entity, oldest first. */
async function eventsOf(entityId: string): Promise<unknown[]> {
  const list = `/events?productId=${mine.productId}&resourceId=${entityId}`;
  return expect(await client.get(list), 200)
    .items()
    .map(({ type }) => type)
    .reverse();
}

/** The requirement of a field in a profile. */
const requirementOf = (profile: Document, field: string) =>
  (profile["requirements"] as Document[]).find((one) => one["field"] === field);

test("kyc: a person, a document that is rejected in between -> from tier_0 to tier_2", async () => {
  const entityId = await newEntity(client);
  const { taxId, nationality, identityDocument } = PERSON_FIELDS;
  await submit(entityId, "tier_2", { ...firstTierFields(), taxId, nationality, identityDocument });
  const lacking = expect(await verify(entityId, randomUUID(), "tier_2"), "state_constraint_failed");
  assert.deepEqual(lacking.details["missing"], ["identityDocument"]);
  expect(await addDocument(client, entityId, newContent()), 201);
  const first = expect(await verify(entityId, randomUUID(), "tier_2"), 201);
  assert.deepEqual([first.at("status"), first.at("attempts")], ["processing", 1]);
  assert.equal((await kycOf(entityId))["status"], "in_review");
  const savings = async () => {
    const owner = { type: "customer", id: entityId.replace("ent_", "cust_") };
    const draft = { productId: mine.productId, role: "customer_savings", currency: "EUR", owner };
    return await client.post("/accounts", draft);
  };
  expect(await savings(), "kyc_tier_insufficient");

  const reason = "the picture is blurred";
  const fields = [{ field: "identityDocument", reason }];
  await decide(first.id("verificationId"), "requires_input", { fields });
  const asked = await kycOf(entityId);
  assert.equal(asked["status"], "action_required");
  const { status, reason: shown } = requirementOf(asked, "identityDocument") ?? {};
  assert.deepEqual([status, shown], ["rejected", reason]);
  expect(await verify(entityId, randomUUID(), "tier_2"), "state_constraint_failed");
  await submit(entityId, "tier_2", { identityDocument });
  expect(await addDocument(client, entityId, newContent()), 201);
  const second = expect(await verify(entityId, randomUUID(), "tier_2"), 201);
  await decide(second.id("verificationId"), "verified");

  const attained = await kycOf(entityId);
  assert.deepEqual([attained["status"], attained["tierAttained"]], ["verified", "tier_2"]);
  expect(await savings(), 201);
  const statuses = (await verificationsOf(entityId)).map((one) => one["status"]);
  assert.deepEqual(statuses, ["verified", "cancelled"]);
  const path = `entityId:"${entityId}",verificationId:"${second.id("verificationId")}"`;
  const query = `{entityKycVerificationRetrieve(${path}){status outcome tier}}`;
  const { data } = JSON.parse((await graphqlClient(server, mine)(query)).text);
  const expected = { status: "verified", outcome: "verified", tier: "tier_2" };
  assert.deepEqual({ ...data.entityKycVerificationRetrieve }, expected);
  assert.deepEqual(await eventsOf(entityId), [
    "entity.kyc.submitted",
    "entity.kyc.document_added",
    "entity.kyc.verification_started",
    "entity.kyc.verification_processing",
    "entity.kyc.requires_input",
    "entity.kyc.submitted",
    "entity.kyc.document_added",
    "entity.kyc.verification_cancelled",
    "entity.kyc.verification_started",
    "entity.kyc.verification_processing",
    "entity.kyc.verified",
  ]);
});

test("kyc: an organization and its owner -> tier_2", async () => {
  const owner = await newEntity(client);
  const entity = { kind: "organization", displayName: "Analytical Engines", country: "GB" };
  const customer = await client.post("/customers", { productId: mine.productId, entity });
  const entityId = expect(customer, 201).id("entity.entityId");
  const beneficialOwners = [{ entityId: owner, ownershipBps: 10_000, control: true }];
  const { sourceOfFunds: _, proofOfAddress: __, ...fields } = ORGANIZATION_FIELDS;
  await submit(entityId, "tier_2", { ...fields, beneficialOwners });
  const { body } = expect(await verify(entityId, randomUUID(), "tier_2"), 201);
  await decide(String(body["verificationId"]), "verified");
  assert.equal((await kycOf(entityId))["tierAttained"], "tier_2");
});

test("kyc: a provider that refuses -> 422, again by the same key; another key asks anew", async () => {
  const entityId = await submittedEntity();
  await arm("reject");
  const key = randomUUID();
  const refused = expect(await verify(entityId, key), "provider_egress_rejected");
  const details = [refused.status, refused.details["provider"], refused.details["providerCode"]];
  assert.deepEqual(details, [422, "simulator", "simulated_rejection"]);
  const again = await verify(entityId, key);
  assert.equal(again.headers["idempotent-replayed"], "true");
  assert.deepEqual([again.status, again.text], [refused.status, refused.text]);
  assert.equal((await kycOf(entityId))["status"], "submitted");
  expect(await verify(entityId), 201);
});

for (const mode of ["fail", "timeout"]) {
  test(`kyc: a provider in mode ${mode} -> 502, the same key asks again, and gets one answer for ever`, async () => {
    const entityId = await submittedEntity();
    await arm(mode, 2);
    const key = randomUUID();
    const failed = expect(await verify(entityId, key), "provider_egress_failed");
    assert.equal(failed.status, 502);
    assert.equal(failed.details["receiptId"], failed.headers["service-receipt-id"]);
    expect(await verify(entityId, key), "provider_egress_failed");
    const accepted = expect(await verify(entityId, key), 201);
    assert.equal(accepted.at("attempts"), 3);
    await decide(accepted.id("verificationId"), "verified");
    const again = expect(await verify(entityId, key), 201);
    assert.equal(again.text, accepted.text);
    assert.equal((await verificationsOf(entityId)).length, 1);
  });
}

test("kyc: no answer, and the clock advances a minute -> asked again by itself; the key gets the answer", async () => {
  const entityId = await submittedEntity();
  await arm("timeout");
  const key = randomUUID();
  expect(await verify(entityId, key), "provider_egress_failed");
  await advance(60_000);
  const [verification] = await verificationsOf(entityId);
  assert.deepEqual(verification?.["status"], "processing");
  const accepted = expect(await verify(entityId, key), 201);
  assert.deepEqual(accepted.body, verification);
  await advance(86_400_000);
  assert.equal((await kycOf(entityId))["status"], "verified");
});

test("kyc: 100 starts at once with one key -> one verification, one body", async () => {
  const entityId = await submittedEntity();
  const key = randomUUID();
  const all = await Promise.all(Array.from({ length: 100 }, () => verify(entityId, key)));
  assert.deepEqual([...new Set(all.map(({ status }) => status))], [201]);
  assert.equal(new Set(all.map(({ text }) => text)).size, 1);
  assert.equal((await verificationsOf(entityId)).length, 1);
});

test("kyc: kill -9 while the start waits, and while its outcome is unknown -> the same key gets the one answer", async () => {
  const [waiting, unknown] = [await submittedEntity(), await submittedEntity()];
  const keys = [randomUUID(), randomUUID()] as const;
  await arm("fail");
  expect(await verify(unknown, keys[1]), "provider_egress_failed");
  const lost = verify(waiting, keys[0]).catch(() => undefined);
  await killAndStart();
  await lost;
  for (const [entityId, key] of [
    [waiting, keys[0]],
    [unknown, keys[1]],
  ] as const) {
    const accepted = expect(await verify(entityId, key), 201);
    assert.equal(accepted.at("status"), "processing");
    assert.equal((await verificationsOf(entityId)).length, 1);
    assert.equal(expect(await verify(entityId, key), 201).text, accepted.text);
  }
});
