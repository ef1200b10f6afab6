/** For tests: what the platform tells a realm of its Product and keys, and the life of an endpoint. */
import { PRODUCT_ID, START_MS, TENANT_ID } from "../../test/world/callers.ts";
import { sealedText } from "../contract/sealing.ts";
import {
  AGENT_APPROVAL_EVENTS,
  AGENT_GRANT_EVENTS,
  AGENT_MEMBER_EVENTS,
} from "../features/agent/agent_told.ts";
import { READING } from "../features/agent_approval/agent_approval_examples.ts";
import { GRANT_AT_FIRST } from "../features/agent_grant/agent_grant_examples.ts";
import { AGENT_AT_FIRST } from "../features/agent_member/agent_member_examples.ts";
import { installable } from "../features/product/testing_installed.ts";
import type { Input, Part, Reply } from "./testing_story.ts";

const NAMES = { tenantId: TENANT_ID, productId: PRODUCT_ID } as const;

function* operate(operation: string, input: Input, prepared?: unknown): Part<Reply> {
  return yield { by: "operator", operation, input, prepared };
}
function* ask(operation: string, input: Input): Part<Reply> {
  return yield { by: "caller", operation, input };
}

/** What the platform tells a realm of its Product and of a key. */
export function* tellOfPlatform(): Part<void> {
  const at = { createdAtMs: START_MS, updatedAtMs: START_MS };
  const own = { name: "P", status: "active", liveActivated: false, revision: 1 };
  const product = { ...NAMES, ...own, ...at };
  yield* operate("product.build.install", { build: installable(), origin: 8_192 });
  yield* operate("product.tell", { type: "product.created", product, origin: 8_192 });
  const key = { apiKeyId: "key_2", name: "K", prefix: "service_test_000", scopes: [] };
  const kept = { environment: "sandbox", status: "active", origin: "cli", createdAtMs: START_MS };
  const apiKey = { ...NAMES, ...key, ...kept };
  yield* operate("api_key.tell", { type: "api_key.created", apiKey, origin: 8_193 });
  const disabled = { ...product, status: "disabled", revision: 2 };
  yield* operate("product.tell", { type: "product.updated", product: disabled, origin: 8_194 });
  yield* operate("product.tell", { type: "product.build_applied", product, origin: 8_195 });
  yield* operate("product.tell", { type: "product.disabled", product: disabled, origin: 8_196 });
  const enabled = { ...product, revision: 3 };
  yield* operate("product.tell", { type: "product.enabled", product: enabled, origin: 8_197 });
  const asked = { ...product, activation: { status: "requested" }, revision: 4 };
  const shut = { ...product, status: "closed", revision: 5 };
  for (const [type, now] of [
    ["product.activation_requested", asked],
    ["product.activation_cancelled", enabled],
    ["product.activation_rejected", enabled],
    ["product.activated", enabled],
    ["product.closed", shut],
  ] as const) {
    yield* operate("product.tell", { type, product: now, origin: 8_197 });
  }
  yield* operate("product.realm.close", { isForced: true });
  yield* operate("product.realm.open", {});
  const limited = {
    ...apiKey,
    allowedCidrs: ["192.0.2.0/24"],
    expiresAtMs: START_MS + 9,
    revision: 2,
  };
  yield* operate("api_key.tell", { type: "api_key.updated", apiKey: limited, origin: 8_198 });
  yield* operate("api_key.tell", { type: "api_key.expiring", apiKey: limited, origin: 8_199 });
  const place = { replacedBy: "key_3", endsAtMs: START_MS + 5, revision: 3 };
  const rolling = { ...limited, ...place, status: "rolling", operationIds: ["product.retrieve"] };
  yield* operate("api_key.tell", { type: "api_key.rolled", apiKey: rolling, origin: 8_200 });
  const revoked = { ...apiKey, status: "revoked", revokedAtMs: START_MS };
  yield* operate("api_key.tell", { type: "api_key.revoked", apiKey: revoked, origin: 8_195 });
  for (const type of AGENT_GRANT_EVENTS) {
    yield* operate("agent.tell", { type, agentGrant: GRANT_AT_FIRST, origin: 8_201 });
  }
  for (const type of AGENT_MEMBER_EVENTS) {
    yield* operate("agent.tell", { type, agentMember: AGENT_AT_FIRST, origin: 8_202 });
  }
  for (const type of AGENT_APPROVAL_EVENTS) {
    yield* operate("agent.tell", { type, agentApproval: READING, origin: 8_203 });
  }
}

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

/**
 * The life of an endpoint in a realm without events, whose number is `realm`. `customer` creates a
 * customer, whose event cannot be delivered.
 */
export function* tellOfEndpoint(realm: number, customer: () => Part<string>): Part<void> {
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
  // The events so far have the numbers 1 to 5.
  const customerId = yield* customer();
  const suffix = customerId.slice("cust_".length);
  const eventId = `evt_${suffix}`;
  const attempt = { attempt: 1, atMs: START_MS, durationMs: 7, httpStatus: 200 };
  const line = { realm, webhookEndpointId };
  const ping = { ...attempt, number: 5, status: "delivered" };
  const failed = { ...attempt, number: 6, eventId, httpStatus: 500, error: "http_status" };
  const attempts = [ping, { ...failed, status: "exhausted" }];
  yield* operate("webhook_delivery.report", { lines: [{ ...line, position: 6, attempts }] });
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
  const gone = { ...line, position: 6, attempts: [], givesUp: "gone" };
  yield* operate("webhook_delivery.report", { lines: [gone] });
  yield* operate("webhook_endpoint.give_up", { webhookEndpointId, reason: "gone" });
  yield* ask("webhook_endpoint.delete", { webhookEndpointId });
}
