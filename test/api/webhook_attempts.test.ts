/**
 * Attempts to deliver a webhook: what a receiver answers and what the delivery says of it, and when
 * the next attempt is made. The server's clock stands still until a test moves it.
 * A server of its own: its clock is moved, and names lead where the test says.
 */
import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { after, before, test } from "node:test";
import { type Client, type Document, expect, openClient } from "../support/client.ts";
import { newCustomer } from "../support/parties.ts";
import { newCredentials, type Server, startServer, stopServer } from "../support/server.ts";
import { newTestClock, type TestClock } from "../support/test_clock.ts";
import {
  deliveriesTo,
  type Endpoint,
  newEndpoint,
  openReceiver,
  type Receiver,
  until,
} from "../support/webhooks.ts";

const MINUTE_MS = 60_000;
/** The pause before each attempt after the first (specification), minutes. */
const PAUSES = [1, 5, 30, 120, 360, 1_440, 4_320];
const FIVE_DAYS_MS = 5 * 86_400_000;
const FLAGS = ["--shards", "1", "--edges", "1"];
const NAMES = {
  "inner.example": ["10.0.0.5"],
  "metadata.example": ["169.254.169.254"],
  "mapped.example": ["::ffff:10.0.0.5"],
  "mixed.example": ["93.184.216.34", "192.168.0.1"],
  "loopback.example": ["127.0.0.1"],
};
const DNS = `--import=${new URL("../support/dns_answers.mjs", import.meta.url).href}`;

let clock: TestClock;
let environment: Record<string, string>;
let server: Server;
let receiver: Receiver;

before(async () => {
  clock = newTestClock();
  environment = {
    ...clock.environment,
    NODE_OPTIONS: `${clock.environment["NODE_OPTIONS"]} ${DNS}`,
    DNS_ANSWERS: JSON.stringify(NAMES),
  };
  server = await startServer(FLAGS, undefined, { environment });
  receiver = await openReceiver();
});

after(async () => {
  receiver.close();
  assert.equal((await stopServer(server)).code, 0);
});

/** A client of a new Product, whose endpoints get no events of other tests. */
async function newClient(at = server): Promise<Client> {
  return await openClient(at, await newCredentials(at, { origin: "browser" }));
}

/**
 * Waits until it is so. The server shows its outbox what happened after a time by its clock, which
 * stands still, or when somebody reads: so this reads.
 */
async function untilSeen(client: Client, isSo: () => boolean, what: string): Promise<void> {
  await until(async () => {
    expect(await client.get(`/events?productId=${client.productId}&limit=1`), 200);
    return isSo();
  }, what);
}

const isoAfter = (ms: number) => new Date(clock.nowMs() + ms).toISOString();
const lastAttempt = (delivery: Document | undefined) =>
  (delivery?.["attempts"] as Document[] | undefined)?.at(-1);

/** The one delivery to an endpoint, once it has had so many attempts. */
async function attempted(client: Client, endpoint: Endpoint, attempts: number): Promise<Document> {
  let delivery: Document | undefined;
  await until(
    async () => {
      [delivery] = await deliveriesTo(client, endpoint);
      return (delivery?.["attempts"] as unknown[] | undefined)?.length === attempts;
    },
    () => `attempt ${attempts} is over: ${JSON.stringify(delivery)}`,
  );
  return delivery as Document;
}

/** When the first attempt of the delivery was over, milliseconds UTC: since then its endpoint fails. */
function endOfFirstAttempt(delivery: Document): number {
  const [first] = delivery["attempts"] as [Document];
  return Date.parse(String(first["at"])) + Number(first["durationMs"]);
}

const endWith =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, headers).end("no");
  };

test("webhook: answers of every kind -> the delivery says which, and when the next attempt is", async () => {
  const client = await newClient();
  const target = receiver.urlOf("/answers/target");
  const cases = [
    { path: "/500", answer: endWith(500), error: "http_status", httpStatus: 500, inMs: MINUTE_MS },
    {
      path: "/429",
      answer: endWith(429, { "retry-after": "3600" }),
      error: "http_status",
      httpStatus: 429,
      inMs: 3_600_000,
    },
    {
      path: "/503",
      answer: endWith(503, { "retry-after": "5" }),
      error: "http_status",
      httpStatus: 503,
      inMs: MINUTE_MS,
    },
    ...[301, 302, 307, 308].map((httpStatus) => ({
      path: `/${httpStatus}`,
      answer: endWith(httpStatus, { location: target }),
      error: "redirect_refused",
      httpStatus,
      inMs: MINUTE_MS,
    })),
    {
      path: "/half",
      answer: (response: ServerResponse) => {
        response.writeHead(200, { "content-length": "100" });
        response.write("half", () => response.destroy());
      },
      error: "closed_early",
      httpStatus: 200,
      inMs: MINUTE_MS,
    },
    { path: "/silent", answer: () => {}, error: "timeout", httpStatus: undefined, inMs: MINUTE_MS },
  ].map((one) => ({ ...one, path: `/answers${one.path}` }));
  const made = new Map<string, Endpoint>();
  for (const { path, answer } of cases) {
    receiver.answer(path, answer);
    made.set(path, await newEndpoint(client, receiver.urlOf(path), ["customer.created"]));
  }
  await newCustomer(client);
  for (const { path, error, httpStatus, inMs } of cases) {
    const delivery = await attempted(client, made.get(path) as Endpoint, 1);
    const attempt = lastAttempt(delivery);
    assert.deepEqual(
      [delivery["status"], delivery["attempt"], delivery["nextAttemptAt"]],
      ["pending", 1, isoAfter(inMs)],
      path,
    );
    assert.deepEqual([attempt?.["error"], attempt?.["httpStatus"]], [error, httpStatus], path);
  }
  assert.equal(receiver.at("/answers/target").length, 0);

  const [failing] = cases;
  const endpoint = made.get(failing?.path ?? "") as Endpoint;
  const [pending] = await deliveriesTo(client, endpoint);
  receiver.answer(failing?.path ?? "", (response) => response.end("thanks"));
  const own = `/webhook-deliveries/${pending?.["webhookDeliveryId"]}`;
  expect(await client.post(`${own}/retry`), 200);
  const delivered = await attempted(client, endpoint, 2);
  assert.deepEqual([delivered["status"], delivered["nextAttemptAt"]], ["delivered", undefined]);
  expect(await client.post(`${own}/retry`), "state_conflict");
  const [first, second] = receiver.at(failing?.path ?? "");
  assert.equal(second?.headers["webhook-id"], first?.headers["webhook-id"]);
  client.close();
});

test("webhook: a receiver that is gone (410) -> its endpoint is disabled, another is told", async () => {
  const client = await newClient();
  receiver.answer("/gone", endWith(410));
  const gone = await newEndpoint(client, receiver.urlOf("/gone"), ["customer.created"]);
  await newEndpoint(client, receiver.urlOf("/gone/told"), ["webhook_endpoint.disabled"]);
  await newCustomer(client);
  await untilSeen(
    client,
    () => receiver.at("/gone/told").length === 1,
    "the other endpoint is told",
  );
  const [told] = receiver.at("/gone/told");
  const { webhookEndpointId, disabledReason } = told?.event.data.object ?? {};
  assert.deepEqual([webhookEndpointId, disabledReason], [gone.webhookEndpointId, "gone"]);
  const read = expect(await client.get(`/webhook-endpoints/${gone.webhookEndpointId}`), 200);
  assert.deepEqual([read.at("status"), read.at("disabledReason")], ["disabled", "gone"]);
  await newCustomer(client);
  await newEndpoint(client, receiver.urlOf("/gone/later"), ["customer.created"]);
  await newCustomer(client);
  await untilSeen(
    client,
    () => receiver.at("/gone/later").length === 1,
    "another endpoint has the customer",
  );
  assert.equal(receiver.at("/gone").length, 1);
  client.close();
});

test("webhook: a receiver that only fails -> eight attempts at the published times, exhausted, after 5 days disabled; the others told", async () => {
  const client = await newClient();
  const path = "/fails";
  receiver.answer(path, endWith(500));
  const endpoint = await newEndpoint(client, receiver.urlOf(path), ["customer.created"]);
  const told = await newEndpoint(client, receiver.urlOf("/fails/told"), [
    "webhook_delivery.exhausted",
    "webhook_endpoint.disabled",
  ]);
  /** The types that the other endpoint has been told, once a ping has come to it. */
  const toldTypes = async () => {
    const before = receiver.at("/fails/told").length;
    expect(await client.post(`/webhook-endpoints/${told.webhookEndpointId}/ping`), 200);
    await untilSeen(
      client,
      () => receiver.at("/fails/told").length > before,
      "the ping comes to the other endpoint",
    );
    return receiver
      .at("/fails/told")
      .flatMap(({ event: { type } }) => (type === "webhook_endpoint.ping" ? [] : [type]));
  };
  await newCustomer(client);
  for (const [made, minutes] of PAUSES.entries()) {
    const delivery = await attempted(client, endpoint, made + 1);
    assert.deepEqual(
      [delivery["status"], delivery["attempt"], delivery["nextAttemptAt"]],
      ["pending", made + 1, isoAfter(minutes * MINUTE_MS)],
    );
    const dueMs = clock.nowMs() + minutes * MINUTE_MS;
    clock.set(dueMs - 1);
    await toldTypes();
    assert.equal(receiver.at(path).length, made + 1, "no attempt before its time");
    clock.set(dueMs);
    // The timers of the server are of real time: it looks at its clock when something happens.
    await toldTypes();
    await untilSeen(
      client,
      () => receiver.at(path).length === made + 2,
      `attempt ${made + 2} is made`,
    );
    const timestamp = receiver.at(path).at(-1)?.headers["webhook-timestamp"];
    assert.equal(Number(timestamp), Math.floor(dueMs / 1_000));
  }
  const delivery = await attempted(client, endpoint, PAUSES.length + 1);
  assert.deepEqual(
    [delivery["status"], delivery["attempt"], delivery["nextAttemptAt"]],
    ["exhausted", 8, undefined],
  );
  assert.equal(new Set(receiver.at(path).map(({ headers }) => headers["webhook-id"])).size, 1);
  await until(async () => (await toldTypes()).length === 1, "the other endpoint is told");
  assert.deepEqual(await toldTypes(), ["webhook_delivery.exhausted"]);

  const own = `/webhook-endpoints/${endpoint.webhookEndpointId}`;
  assert.equal(expect(await client.get(own), 200).at("status"), "enabled");
  clock.set(endOfFirstAttempt(delivery) + FIVE_DAYS_MS);
  await newCustomer(client);
  await until(async () => (await toldTypes()).length === 2, "the other endpoint is told");
  const read = expect(await client.get(own), 200);
  assert.deepEqual([read.at("status"), read.at("disabledReason")], ["disabled", "exhausted"]);
  client.close();
});

test("webhook: a name that leads to a private address -> address_forbidden, whatever else it leads to", async () => {
  const open = await startServer([...FLAGS, "--host", "0.0.0.0"], undefined, { environment });
  const there = { ...open, baseUrl: `http://127.0.0.1:${open.port}/v1` };
  for (const { at, names } of [
    {
      at: server,
      names: ["inner.example", "metadata.example", "mapped.example", "mixed.example"],
    },
    { at: there, names: ["loopback.example", "inner.example"] },
  ]) {
    const client = await newClient(at);
    const endpoints: Endpoint[] = [];
    for (const name of names) {
      endpoints.push(await newEndpoint(client, `https://${name}/hook`, ["customer.created"]));
    }
    await newCustomer(client);
    for (const [index, endpoint] of endpoints.entries()) {
      const attempt = lastAttempt(await attempted(client, endpoint, 1));
      assert.equal(attempt?.["error"], "address_forbidden", names[index]);
      assert.equal(attempt?.["httpStatus"], undefined);
    }
    client.close();
  }
  assert.equal((await stopServer(open)).code, 0);
});
