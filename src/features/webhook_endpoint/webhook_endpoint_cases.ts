/** What the tests of the whole platform need to know of webhook endpoints (test/support/noun_cases.ts). */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "../../../test/support/client.ts";
import { tellOfEndpoint } from "../../../test/support/features/webhook_endpoint/endpoint_story.ts";
import { field, type Known, ofProduct, search } from "../../../test/support/list_cases.ts";
import type { ListStage, NounCases } from "../../../test/support/noun_cases.ts";
import { newCustomer } from "../../../test/support/parties.ts";

export const cases: NounCases = {
  lists: {
    "webhook_endpoint.list": {
      base: ofProduct,
      filters: {
        status: field("status"),
        search: search("shop", "webhookEndpointId", "url", "description"),
      },
    },
  },
  // Attempts have no events.
  unheard: { webhook_endpoint: ["lastSuccessAt", "lastFailureAt"] },
  // What is sent to it waits: the server itself has no such route.
  async made({ server, client: { productId, post } }) {
    const endpoint = { productId, url: `${server.baseUrl}/nowhere`, eventTypes: ["*"] };
    const reply = expect(await post("/webhook-endpoints", endpoint), 201);
    return { webhookEndpointId: reply.id("webhookEndpointId") };
  },
  listedLater: endpoints,
  async listsSettled({ client, until }, { webhookEndpointId, otherEndpointId }) {
    for (const id of [webhookEndpointId, otherEndpointId]) {
      await until(async () => {
        const { body } = expect(await client.get(`/webhook-endpoints/${id}/stats`), 200);
        return body["sequence"] === body["newestSequence"];
      });
    }
  },
  toldInLive: tellOfEndpoint,
};

/**
 * Three that are sent nothing, two of them at the same time; one of these is disabled. And two that all
 * events are delivered to. Returns an event that was sent to both of them, and one that was sent to one.
 */
async function endpoints({ client, pass, until, atEnd }: ListStage): Promise<Known> {
  const { productId } = client;
  const make = async (url: string, description: string, eventTypes = ["transfer.failed"]) => {
    const body = { productId, url, eventTypes, description };
    return expect(await client.post("/webhook-endpoints", body), 201).id("webhookEndpointId");
  };
  await make("https://shop.example/hooks", "Back office");
  const disabled = await make("https://other.example/hooks", "Of the shop");
  pass(1);
  await make("https://third.example/hooks", "Books");
  expect(await client.post(`/webhook-endpoints/${disabled}/disable`), 200);
  const receiver = createServer((_request, response) => response.end()).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  atEnd(() => {
    receiver.close();
    receiver.closeAllConnections();
  });
  const { port } = receiver.address() as AddressInfo;
  const webhookEndpointId = await make(`http://127.0.0.1:${port}/one`, "A receiver", ["*"]);
  const otherEndpointId = await make(`http://127.0.0.1:${port}/two`, "A receiver", ["*"]);
  const newest = async () =>
    expect(await client.get(`/events?productId=${productId}&limit=1`), 200).id("items.0.id");
  expect(await client.post(`/webhook-endpoints/${webhookEndpointId}/ping`), 200);
  const pingEventId = await newest();
  await newCustomer(client, "Mary Somerville");
  const eventId = await newest();
  // Both were tried before the clock goes on: the list has the newest endpoint first, whenever its delivery was.
  await until(async () => {
    const tried = await client.get(`/events/${eventId}/deliveries`);
    return expect(tried, 200).items().length === 2;
  });
  return { eventId, pingEventId, webhookEndpointId, otherEndpointId };
}
