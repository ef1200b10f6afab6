/** Decision table of webhook_endpoint.create. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { assertShows, openWorld } from "../../../test/world/world.ts";
import { EVENT_TYPES_MAX } from "../../contract/declare/event.ts";
import "../registry.ts";
import {
  createEndpoint,
  newSecret,
  SEALER,
  URL_OF_SHOP,
} from "../../../test/support/features/webhook_endpoint/webhook_endpoints.ts";
import { announcedEventTypes } from "../announced.ts";
import { WEBHOOK_ENDPOINTS_MAX, webhookEndpointCreate } from "./webhook_endpoint.create.ts";
import { webhookEndpointDelete } from "./webhook_endpoint.delete.ts";
import type { WebhookEndpointFact } from "./webhook_endpoint_noun.ts";
import { webhookEndpointRetrieve } from "./webhook_endpoint_noun.ts";
import { WEBHOOK_URL_LENGTH_MAX } from "./webhook_endpoint_schema.ts";

const TYPES = [...announcedEventTypes().keys()];
const urlOfLength = (length: number) => URL_OF_SHOP.padEnd(length, "x");

decisionTable(webhookEndpointCreate, {
  given: () => ({ prepared: newSecret() }),
  asking: ({ prepared }) => ({ prepared }),
  input: ({ world }) => ({
    productId: world.principal.productId,
    url: URL_OF_SHOP,
    eventTypes: ["transfer.posted", "customer.created"],
  }),
  rows: [
    {
      title: "an address and two types",
      outcome:
        "enabled, with its secret, types in the caller's order; GET shows all but the secret",
      reply: {
        url: URL_OF_SHOP,
        eventTypes: ["transfer.posted", "customer.created"],
        status: "enabled",
        revision: 1,
      },
      async check({ reply, facts }, { world, prepared }) {
        const { secret, ...endpoint } = reply;
        assert.equal(secret, prepared.secret);
        assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
        assert.equal(endpoint.secretPrefix, secret.slice(0, 10));
        const { webhookEndpointId } = endpoint;
        await assertShows(world, webhookEndpointRetrieve, { webhookEndpointId }, endpoint);
        const [fact] = facts as WebhookEndpointFact[];
        const [kept, ...others] = fact?.webhookEndpoint.secrets ?? [];
        assert.deepEqual(others, []);
        assert.equal(SEALER.open(kept?.sealed ?? "", webhookEndpointId), secret);
        assert.equal(JSON.stringify(facts).includes(secret.slice(10)), false);
      },
    },
    {
      title: "every type, a description, metadata",
      input: { eventTypes: ["*"], description: "Back office", metadata: { team: "ops" } },
      outcome: "made with them",
      reply: { eventTypes: ["*"], description: "Back office", metadata: { team: "ops" } },
    },
    {
      title: "each type of the catalog by its name, and `*`",
      input: { eventTypes: [...TYPES, "*"] },
      outcome: "made: there are never more types than an endpoint may name",
      reply: { eventTypes: [...TYPES, "*"] },
      check: () => assert.ok(TYPES.length + 1 < EVENT_TYPES_MAX, "there is room for more types"),
    },
    {
      title: "another Product",
      input: { productId: STRANGER.principal.productId },
      code: "resource_not_found",
      details: { resourceType: "product" },
    },
    {
      title: "loopback, of a server that listens there",
      input: { url: "http://127.0.0.1:9999/hooks" },
      outcome: "made",
    },
    {
      title: "loopback, of a server that listens elsewhere",
      input: { url: "http://localhost:9999/hooks" },
      asking: { prepared: newSecret(false) },
      code: "state_constraint_failed",
      details: { constraint: "webhook_url" },
      check: ({ message, details }) => {
        assert.match(message, /this machine/);
        assert.deepEqual(details["issues"][0].path, ["url"]);
      },
    },
    ...[
      "http://shop.example/hooks",
      "ftp://shop.example",
      "shop.example/hooks",
      "",
      "https://a:b@c.d",
    ].map((url) => ({
      title: `the address "${url}"`,
      input: { url },
      code: "invalid_request" as const,
    })),
    {
      title: `an address of ${WEBHOOK_URL_LENGTH_MAX}`,
      input: { url: urlOfLength(WEBHOOK_URL_LENGTH_MAX) },
      outcome: "made",
    },
    {
      title: `an address of ${WEBHOOK_URL_LENGTH_MAX + 1}`,
      input: { url: urlOfLength(WEBHOOK_URL_LENGTH_MAX + 1) },
      code: "invalid_request",
    },
    {
      title: "a type that is mistyped",
      input: { eventTypes: ["transfer.posted", "transfer.postd"] },
      code: "invalid_request",
      check: ({ message, details }) => {
        assert.match(
          message,
          /eventTypes\[1\] transfer\.postd is no type of events; did you mean transfer\.posted\?/,
        );
        assert.deepEqual(details["issues"][0].path, ["eventTypes", 1]);
      },
    },
    { title: "no type", input: { eventTypes: [] }, code: "invalid_request" },
    { title: "a type twice", input: { eventTypes: ["*", "*"] }, code: "invalid_request" },
    {
      title: `${EVENT_TYPES_MAX + 1} types`,
      input: { eventTypes: Array.from({ length: EVENT_TYPES_MAX + 1 }, (_, at) => `a.b${at}`) },
      code: "invalid_request",
    },
  ],
});

test("webhook_endpoint.create: its answer again by its key -> the same, without the secret", async () => {
  const world = await openWorld();
  const { productId } = world.principal;
  const input = { productId, url: URL_OF_SHOP, eventTypes: ["*"] };
  const idempotencyKey = "0f8fad5b-d9cb-469f-a165-70867728950e";
  const first = world.run(webhookEndpointCreate, input, { idempotencyKey, prepared: newSecret() });
  const again = world.run(webhookEndpointCreate, input, { idempotencyKey, prepared: newSecret() });
  const { secret, ...endpoint } = first.reply;
  assert.ok(secret.startsWith(endpoint.secretPrefix));
  assert.deepEqual([again.isReplayed, again.reply], [true, endpoint]);
});

test(`webhook_endpoint.create: ${WEBHOOK_ENDPOINTS_MAX} of a realm, then one more -> refused until one is deleted; another Product's has room`, async () => {
  const world = await openWorld();
  const { webhookEndpointId } = createEndpoint(world);
  const [fact] = [...world.state.webhookEndpoints.values()];
  const { realm: _, ...document } = fact as NonNullable<typeof fact>;
  const filled = Array.from({ length: WEBHOOK_ENDPOINTS_MAX - 1 }, (_unused, at) => ({
    kind: "webhook_endpoint.created.1",
    webhookEndpoint: { ...document, webhookEndpointId: `${webhookEndpointId}${at}` },
  }));
  world.apply(filled);
  const { productId } = world.principal;
  const draft = { productId, url: URL_OF_SHOP, eventTypes: ["*"] };
  const refused = world.run(webhookEndpointCreate, draft, { prepared: newSecret() });
  assert.equal(refused.code, "state_constraint_failed");
  assert.deepEqual(
    [refused.details["constraint"], refused.details["limit"]],
    ["webhook_endpoints", WEBHOOK_ENDPOINTS_MAX],
  );
  const other = { ...draft, productId: STRANGER.principal.productId };
  world.made(webhookEndpointCreate, other, { caller: STRANGER, prepared: newSecret() });
  world.made(webhookEndpointDelete, { webhookEndpointId });
  world.made(webhookEndpointCreate, draft, { prepared: newSecret() });
});
