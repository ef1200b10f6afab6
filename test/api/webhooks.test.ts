/**
 * Webhooks of a running server, as its users have them: what is sent to whom, how it is signed, and
 * what becomes of the answers. Times of attempts are in `webhook_attempts.test.ts`.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import { newCustomer } from "../support/parties.ts";
import { type Credentials, newCredentials, type Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";
import {
  deliveriesTo,
  eventsOf,
  isSignedWith,
  newEndpoint,
  openReceiver,
  type Receiver,
  until,
} from "../support/webhooks.ts";

let server: Server;
let receiver: Receiver;
let mine: Credentials;
let client: Client;

before(async () => {
  server = await sharedServer();
  receiver = await openReceiver();
  mine = await newCredentials(server, { origin: "browser", live: "true" });
  client = await openClient(server, mine);
});

after(async () => {
  receiver.close();
  client.close();
});

/** Waits until so many webhooks came at the path; returns their types. */
async function typesAt(path: string, count: number): Promise<string[]> {
  await until(() => receiver.at(path).length >= count, `${count} webhooks come at ${path}`);
  return receiver.at(path).map(({ event }) => event.type);
}

/** Asks for a ping and waits for it: what an endpoint was owed before has come too. */
async function pinged(path: string, webhookEndpointId: string, by = client): Promise<string[]> {
  const isPing = () => receiver.at(path).filter(({ event }) => event.type.endsWith(".ping")).length;
  const before = isPing();
  expect(await by.post(`/webhook-endpoints/${webhookEndpointId}/ping`), 200);
  await until(() => isPing() > before, `a ping comes at ${path}`);
  return receiver.at(path).map(({ event }) => event.type);
}

test("webhook: what happened -> signed, as GET /events/{eventId} shows it, on a type that was asked for", async () => {
  const [all, some] = ["/what/all", "/what/some"];
  const { secret } = await newEndpoint(client, receiver.urlOf(all));
  await newEndpoint(client, receiver.urlOf(some), ["customer.updated"]);
  const customerId = await newCustomer(client);
  expect(await client.patch(`/customers/${customerId}`, { metadata: { a: "b" } }), 200);
  await until(
    () => receiver.at(all).some(({ event }) => event.type === "customer.updated"),
    "the change comes to the endpoint of all types",
  );
  for (const one of receiver.at(all)) {
    assert.ok(isSignedWith(secret, one));
    assert.equal(one.headers["webhook-id"], one.event.id);
    assert.equal(expect(await client.get(`/events/${one.event.id}`), 200).text, one.body);
  }
  assert.deepEqual(await typesAt(some, 1), ["customer.updated"]);
});

test("webhook endpoint: a ping -> comes to its own endpoint alone", async () => {
  const [own, other] = ["/ping/own", "/ping/other"];
  const [pingedOne, otherOne] = [
    await newEndpoint(client, receiver.urlOf(own), ["transfer.posted"]),
    await newEndpoint(client, receiver.urlOf(other)),
  ];
  assert.deepEqual(await pinged(own, pingedOne.webhookEndpointId), ["webhook_endpoint.ping"]);
  await pinged(other, otherOne.webhookEndpointId);
  const pings = receiver.at(other).filter(({ event }) => event.type === "webhook_endpoint.ping");
  assert.deepEqual(
    pings.map(({ event }) => event.data.object["webhookEndpointId"]),
    [otherOne.webhookEndpointId],
  );
});

test("webhook endpoint: disabled, enabled, deleted -> what happens meanwhile is not sent, until it is asked for", async () => {
  const path = "/disabled";
  const { webhookEndpointId } = await newEndpoint(client, receiver.urlOf(path), [
    "customer.created",
  ]);
  const own = `/webhook-endpoints/${webhookEndpointId}`;
  const isFor = (customerId: string) =>
    receiver.at(path).some(({ event }) => event.data.object["customerId"] === customerId);
  const before = await newCustomer(client);
  await until(() => isFor(before), "the first customer comes");
  const delivered = async () => expect(await client.get(`${own}/stats`), 200).at("delivered");
  await until(async () => (await delivered()) === 1, "its delivery is on record");
  expect(await client.post(`${own}/disable`), 200);
  const meanwhile = await newCustomer(client);
  expect(await client.post(`${own}/ping`), "state_conflict");
  expect(await client.post(`${own}/enable`), 200);
  const later = await newCustomer(client);
  await until(() => isFor(later), "the customer after the enabling comes");
  assert.equal(isFor(meanwhile), false);

  const replayed = expect(await client.post(`${own}/recover`, { missed: true }), 200);
  assert.deepEqual([replayed.at("missed"), replayed.at("hasMore")], [1, false]);
  await until(() => isFor(meanwhile), "what happened meanwhile comes");
  const again = expect(await client.post(`${own}/recover`, { missed: true }), 200);
  assert.equal(again.at("missed"), 0);

  expect(await client.send("DELETE", own), 200);
  expect(await client.get(own), "resource_not_found");
  const count = receiver.at(path).length;
  const last = "/disabled/last";
  await newEndpoint(client, receiver.urlOf(last), ["customer.created"]);
  await newCustomer(client);
  await typesAt(last, 1);
  assert.equal(receiver.at(path).length, count);
});

test("webhook secret: rotated -> both verify; with an overlap of 0 only the new one does", async () => {
  const path = "/rotated";
  const { webhookEndpointId, secret } = await newEndpoint(client, receiver.urlOf(path), [
    "customer.created",
  ]);
  const rotate = async (id: string, overlapSeconds: number) => {
    const rotated = await client.post(`/webhook-endpoints/${id}/secret/rotate`, { overlapSeconds });
    return expect(rotated, 200).id("secret");
  };
  const second = await rotate(webhookEndpointId, 3_600);
  await pinged(path, webhookEndpointId);
  const [during] = receiver.at(path);
  assert.ok(during !== undefined);
  assert.deepEqual(
    [secret, second].map((each) => isSignedWith(each, during)),
    [true, true],
  );
  assert.equal(during.headers["webhook-signature"]?.split(" ").length, 2);

  const atOnce = "/rotated/at_once";
  const other = await newEndpoint(client, receiver.urlOf(atOnce), ["customer.created"]);
  const replaced = await rotate(other.webhookEndpointId, 0);
  await pinged(atOnce, other.webhookEndpointId);
  const [afterwards] = receiver.at(atOnce);
  assert.ok(afterwards !== undefined);
  assert.deepEqual(
    [other.secret, replaced].map((each) => isSignedWith(each, afterwards)),
    [false, true],
  );
});

test("webhook secret: rotated again while an overlap runs -> one signature of each in force; an overlap of 0 ends the old ones", async () => {
  const path = "/rotated/again";
  const { webhookEndpointId, secret } = await newEndpoint(client, receiver.urlOf(path));
  const rotation = `/webhook-endpoints/${webhookEndpointId}/secret/rotate`;
  const rotate = async (overlapSeconds: number) =>
    expect(await client.post(rotation, { overlapSeconds }), 200).id("secret");
  /** Which of the secrets verify the newest ping, and how many signatures it has. */
  const verifying = async (secrets: readonly string[]) => {
    const before = receiver.at(path).length;
    expect(await client.post(`/webhook-endpoints/${webhookEndpointId}/ping`), 200);
    const isPing = () =>
      receiver
        .at(path)
        .slice(before)
        .find(({ event }) => event.type === "webhook_endpoint.ping");
    await until(() => isPing() !== undefined, "the ping comes");
    const came = isPing();
    assert.ok(came !== undefined);
    const count = came.headers["webhook-signature"]?.split(" ").length;
    return [count, ...secrets.map((each) => isSignedWith(each, came))];
  };
  const lost = await rotate(3_600);
  const second = await rotate(3_600);
  assert.deepEqual(await verifying([second, lost, secret]), [3, true, true, true]);
  expect(await client.post(rotation, { overlapSeconds: 1 }), "state_conflict");
  const third = await rotate(0);
  assert.deepEqual(await verifying([third, second, lost, secret]), [1, true, false, false, false]);
  const fourth = await rotate(3_600);
  assert.deepEqual(await verifying([fourth, third, second]), [2, true, true, false]);
  const fifth = await rotate(0);
  assert.deepEqual(await verifying([fifth, fourth, third]), [1, true, false, false]);
});

test("webhook: other tenants, other Products, the other environment -> to each its own, never another's", async () => {
  const { tenantId, productId } = mine;
  const callers = [
    mine,
    await newCredentials(server, { tenantId, productId, environment: "live", origin: "browser" }),
    await newCredentials(server, { tenantId, origin: "browser" }),
    await newCredentials(server, { origin: "browser" }),
  ];
  const clients = await Promise.all(callers.map((caller) => openClient(server, caller)));
  const made: { path: string; webhookEndpointId: string; at: number }[] = [];
  for (const [at, each] of clients.entries()) {
    const path = `/isolated/${at}`;
    made.push({ path, at, ...(await newEndpoint(each, receiver.urlOf(path))) });
  }
  for (const [at, each] of clients.entries()) {
    const test = callers[at]?.environment === "live" ? {} : { test: true };
    const entity = { kind: "person", displayName: `Customer ${at}`, country: "GB" };
    const { productId: product } = each;
    expect(await each.post("/customers", { productId: product, ...test, entity }), 201);
  }
  for (const { path, webhookEndpointId, at } of made) {
    const own = clients[at] as Client;
    await pinged(path, webhookEndpointId, own);
    const ids = new Set((await eventsOf(own)).map(({ id }) => id));
    const came = receiver.at(path);
    assert.ok(came.some(({ event }) => event.type === "customer.created"));
    for (const { event, body } of came) {
      assert.ok(ids.has(event.id), `${event.type} at ${path} is of this Product and environment`);
      const { productId: product, environment } = callers[at] as Credentials;
      assert.ok(body.includes(product) && body.includes(`"environment":"${environment}"`), body);
    }
    for (const stranger of clients.filter((each) => each !== own)) {
      const [first] = came;
      expect(await stranger.get(`/events/${first?.event.id}`), "resource_not_found");
      expect(await stranger.get(`/webhook-endpoints/${webhookEndpointId}`), "resource_not_found");
      const again = { webhookEndpointId };
      const redelivered = await stranger.post(`/events/${first?.event.id}/redeliver`, again);
      expect(redelivered, "resource_not_found");
    }
  }
  for (const each of clients) if (each !== clients[0]) each.close();
});

test("webhook endpoint: a URL that leads to a private address, or is none -> refused, saying why", async () => {
  const { productId } = client;
  for (const url of [
    "http://shop.example/hooks",
    "https://10.0.0.1/",
    "https://192.168.1.1/",
    "https://172.16.0.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://0.0.0.0/",
    "https://100.64.0.1/",
    "https://[fd00::1]/",
    "https://[fe80::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://0x0a000001/",
    "https://167772161/",
    "https://012.0.0.1/",
    "https://user:word@shop.example/",
    "https://shop.example:25/",
    "ftp://shop.example/",
    "shop.example",
  ]) {
    const draft = { productId, url, eventTypes: ["*"] };
    const refused = await client.post("/webhook-endpoints", draft);
    expect(refused, "invalid_request");
    const [issue] = refused.details["issues"] as { path: string[] }[];
    assert.deepEqual(issue?.path, ["url"], url);
  }
  for (const url of ["http://localhost:1234/", "http://127.0.0.1:1234/", "http://[::1]:1234/"]) {
    const { webhookEndpointId } = await newEndpoint(client, url, ["customer.closed"]);
    expect(await client.send("DELETE", `/webhook-endpoints/${webhookEndpointId}`), 200);
  }
});

test("webhook: one is refused at first and sent again -> it comes after newer ones; sorted by sequence they are as the list has them", async () => {
  const path = "/order";
  const endpoint = await newEndpoint(client, receiver.urlOf(path), ["customer.created"]);
  let refused = "";
  receiver.answer(path, (response, { event }) => {
    if (refused === "") refused = event.id;
    response.writeHead(event.id === refused ? 503 : 200).end();
  });
  await newCustomer(client);
  await typesAt(path, 1);
  for (let more = 0; more < 3; more++) await newCustomer(client);
  await until(() => receiver.at(path).length >= 4, "the newer ones come");
  receiver.answer(path, (response) => response.end());
  const [waiting] = (await deliveriesTo(client, endpoint)).filter(
    ({ status }) => status === "pending",
  );
  expect(await client.post(`/webhook-deliveries/${waiting?.["webhookDeliveryId"]}/retry`), 200);
  await until(() => receiver.at(path).length >= 5, "the first one comes again");
  const came = receiver
    .at(path)
    .slice(1)
    .map(({ event }) => event);
  assert.equal(came.at(-1)?.id, refused);
  const listed = (await eventsOf(client)).filter(({ id }) => came.some((one) => one.id === id));
  const sorted = came.toSorted((a, b) => Number(a.sequence) - Number(b.sequence));
  assert.notDeepEqual(
    came.map(({ id }) => id),
    listed.map(({ id }) => id),
  );
  assert.deepEqual(
    sorted.map(({ id }) => id),
    listed.map(({ id }) => id),
  );
});

test("event: sent again -> the same webhook-id and body; the delivery has both attempts", async () => {
  const path = "/again";
  const endpoint = await newEndpoint(client, receiver.urlOf(path), ["customer.created"]);
  await newCustomer(client);
  await typesAt(path, 1);
  const [first] = receiver.at(path);
  assert.ok(first !== undefined);
  await until(async () => (await deliveriesTo(client, endpoint)).length === 1, "it is reported");
  const { webhookEndpointId } = endpoint;
  const redeliver = `/events/${first.event.id}/redeliver`;
  expect(await client.post(redeliver, { webhookEndpointId }), 200);
  await typesAt(path, 2);
  const [, second] = receiver.at(path);
  assert.deepEqual([second?.headers["webhook-id"], second?.body], [first.event.id, first.body]);
  assert.ok(second !== undefined && isSignedWith(endpoint.secret, second));
  await until(async () => {
    const [delivery] = await deliveriesTo(client, endpoint);
    return delivery?.["status"] === "delivered" && delivery["attempt"] === 1;
  }, "the delivery is over again");
});
