/**
 * The mails to the owners of a company whose webhooks do not arrive, as the mail folder of a running server has them:
 * from the receiver's answer through the ledger shard, the platform shard and the outbox to the file.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { expect, openClient } from "../support/client.ts";
import { newCustomer } from "../support/parties.ts";
import { type Browser, mailsTo, openPeople, type People } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";
import { newEndpoint, openReceiver, type Receiver, until } from "../support/webhooks.ts";

let server: Server;
let people: People;
let receiver: Receiver;

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
  receiver = await openReceiver();
});

after(() => {
  receiver.close();
  people.close();
});

/** A client with a key of the sandbox that the owner made in the browser, for a new Product. */
async function newClient(owner: Browser) {
  const made = expect(await owner.post("/products", { name: "Shop" }), 201);
  const productId = made.id("productId");
  const scopes = ["webhooks:read", "webhooks:write", "events:read", "customers:write"];
  const path = `/products/${productId}/api-keys/sandbox`;
  const key = expect(await owner.post(path, { name: "k", scopes }), 201);
  const { contract } = people.client;
  return await openClient(server, { productId, apiKey: key.id("key") }, { contract });
}

/** The mails to a person that name the text, whole. */
function mailsThatName(email: string, text: string): string[] {
  return mailsTo(server, email)
    .map((mail) => mail.replaceAll("=\r\n", "").replaceAll("=3D", "="))
    .filter((mail) => mail.includes(text));
}

test("webhook mails: a receiver answers 410 -> the owner has one mail of the disabled endpoint, with the link to the console; a second time that day none", async () => {
  const owner = await people.founder("Acme");
  const member = await people.invited(owner, "developer");
  const stranger = await people.founder("Other");
  const client = await newClient(owner);
  const path = "/gone";
  receiver.answer(path, (response) => response.writeHead(410).end());
  const endpoint = await newEndpoint(client, receiver.urlOf(path), ["customer.created"]);
  const { webhookEndpointId } = endpoint;
  const own = `/webhook-endpoints/${webhookEndpointId}`;
  const isDisabled = async () => expect(await client.get(own), 200).at("status") === "disabled";
  await newCustomer(client);
  await until(isDisabled, "the endpoint is disabled");
  await until(() => mailsThatName(owner.email, webhookEndpointId).length > 0, "the mail comes");
  const [mail = ""] = mailsThatName(owner.email, webhookEndpointId);
  assert.match(mail, /was disabled: it answered 410/);
  assert.match(mail, /of your Product "Shop \(sandbox\)"/);
  assert.match(mail, /Deliveries to it that have failed for good: 1\./);
  const { origin } = new URL(server.baseUrl);
  const query = `product=${client.productId}&environment=sandbox`;
  assert.ok(mail.includes(`${origin}/console/webhooks?${query}\r\n`), mail);

  expect(await client.post(`${own}/enable`), 200);
  await newCustomer(client);
  await until(isDisabled, "the endpoint is disabled again");
  // Another endpoint is told of later: what the first one was owed has come by then.
  const other = await newEndpoint(client, receiver.urlOf(path), ["customer.created"]);
  await newCustomer(client);
  await until(
    () => mailsThatName(owner.email, other.webhookEndpointId).length > 0,
    "the mail of the other endpoint comes",
  );
  assert.equal(mailsThatName(owner.email, webhookEndpointId).length, 1);
  for (const { email } of [member, stranger]) {
    assert.deepEqual(mailsThatName(email, "webhook"), []);
  }
  client.close();
});
