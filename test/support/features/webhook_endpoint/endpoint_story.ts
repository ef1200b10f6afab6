/** For tests: the life of a webhook endpoint and of a delivery, with each outcome that has an event. */
import { sealedText } from "../../../../src/contract/records/sealing.ts";
import { PRODUCT_ID, START_MS } from "../../../world/callers.ts";
import { ask, createCustomer, operate, type Part, type ShardStage } from "../../../world/story.ts";

const SEAL = {
  keyId: "0".repeat(16),
  salt: "A".repeat(22),
  key: "A".repeat(43),
  nonce: "A".repeat(16),
};

/** What a preparation gives to an operation that makes a secret. */
function secretOf(letter: string) {
  const secret = `whsec_${letter.repeat(43)}=`;
  return { secret, prefix: secret.slice(0, 10), seal: SEAL, allowsLoopback: true };
}

export function* tellOfEndpoint({ realm }: ShardStage): Part {
  const draft = { productId: PRODUCT_ID, url: "https://shop.example/hooks", eventTypes: ["*"] };
  const { webhookEndpointId = "" } = yield* operate(
    "webhook_endpoint.create",
    draft,
    secretOf("B"),
  );
  const change = { webhookEndpointId, eventTypes: ["customer.created"] };
  yield* operate("webhook_endpoint.update", change, { allowsLoopback: true });
  yield* ask("webhook_endpoint.disable", { webhookEndpointId });
  yield* ask("webhook_endpoint.enable", { webhookEndpointId });
  yield* ask("webhook_endpoint.ping", { webhookEndpointId });
  const { number, eventCount } = realm();
  // Its event cannot be delivered.
  const customerId = yield* createCustomer({ isTest: false });
  const suffix = customerId.slice("cust_".length);
  const eventId = `evt_${suffix}`;
  const attempt = { attempt: 1, atMs: START_MS, durationMs: 7, httpStatus: 200 };
  const line = { realm: number, webhookEndpointId };
  const ping = { ...attempt, number: eventCount, status: "delivered" };
  const failed = {
    ...attempt,
    number: eventCount + 1,
    eventId,
    httpStatus: 500,
    error: "http_status",
  };
  const attempts = [ping, { ...failed, status: "exhausted" }];
  const position = eventCount + 1;
  yield* operate("webhook_delivery.report", { lines: [{ ...line, position, attempts }] });
  const webhookDeliveryId = `whd_${suffix}${webhookEndpointId.slice("whe_".length)}`;
  yield* operate("webhook_delivery.exhaust", { webhookDeliveryId });
  yield* ask("webhook_delivery.retry", { webhookDeliveryId });
  yield* ask("event.redeliver", { eventId });
  const since = new Date(START_MS).toISOString();
  const missed = { events: [], passed: 0, isWhole: true };
  yield* operate("webhook_endpoint.recover", { webhookEndpointId, since }, missed);
  const rotation = { webhookEndpointId, overlapSeconds: 0 };
  yield* operate("webhook_endpoint.secret.rotate", rotation, secretOf("C"));
  const sealed = [sealedText(secretOf("C").secret, SEAL, webhookEndpointId)];
  const resealed = { user: "root/0", resealed: sealed };
  yield* operate("webhook_endpoint.reseal", { webhookEndpointId, sealed }, resealed);
  const gone = { ...line, position, attempts: [], givesUp: "gone" };
  yield* operate("webhook_delivery.report", { lines: [gone] });
  yield* operate("webhook_endpoint.give_up", { webhookEndpointId, reason: "gone" });
  yield* ask("webhook_endpoint.delete", { webhookEndpointId });
  // The next one stays, for the tests that read what a story has made.
  yield* operate("webhook_endpoint.create", draft, secretOf("D"));
}
