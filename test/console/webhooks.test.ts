/** The page of webhook endpoints in a real browser: what their state is, and what one missed sent from there. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NO_BROWSER } from "../support/browser.ts";
import { expect, openClient } from "../support/client.ts";
import { type Console, openConsole } from "../support/console.ts";
import { newCustomer } from "../support/parties.ts";
import { newEndpoint, openReceiver, type Receiver, until } from "../support/webhooks.ts";

let pages: Console;
let receiver: Receiver;
const skip = NO_BROWSER;

before(async () => {
  if (!NO_BROWSER) pages = await openConsole();
  receiver = await openReceiver();
});

after(() => {
  receiver.close();
  pages?.close();
});

test("webhooks: an endpoint that was disabled -> its page says why; enabled, the button sends what it missed, once", {
  skip,
}, async () => {
  const founder = await pages.people.founder("Acme");
  const made = expect(await founder.post("/products", { name: "Shop" }), 201);
  const productId = made.id("productId");
  const scopes = ["webhooks:read", "webhooks:write", "events:read", "customers:write"];
  const key = expect(
    await founder.post(`/products/${productId}/api-keys/sandbox`, { name: "k", scopes }),
    201,
  );
  const { contract } = pages.people.client;
  const client = await openClient(pages.server, { productId, apiKey: key.id("key") }, { contract });
  const person = await pages.personWith(founder);
  await person.goes(`/console/webhooks?product=${productId}&environment=sandbox`);
  await person.sees("Webhooks");
  await person.reads("No webhook endpoints");
  await person.looks("webhooks-empty");

  const path = "/console";
  const { webhookEndpointId } = await newEndpoint(client, receiver.urlOf(path), [
    "customer.created",
  ]);
  const own = `/webhook-endpoints/${webhookEndpointId}`;
  expect(await client.post(`${own}/disable`), 200);
  await newCustomer(client);
  await newCustomer(client);
  await person.reloads();
  await person.reads("disabled");
  await person.reads("by a caller");
  await person.looks("webhooks-disabled");

  expect(await client.post(`${own}/enable`), 200);
  await person.reloads();
  const replay = async (says: string) => {
    await person.press(`Replay what was missed by ${webhookEndpointId}`);
    await person.reads("Nothing that has a delivery already is sent twice.");
    await person.looks("webhooks-replay");
    await person.press("Replay");
    await person.reads(says);
  };
  await replay("2 events are sent again.");
  await until(() => receiver.at(path).length === 2, "what was missed comes");
  await replay("Nothing was missed.");
  assert.equal(receiver.at(path).length, 2);
  await person.looks("webhooks");
  await person.close();
  client.close();
});
