/** Decision table of webhook_endpoint.update. */
import assert from "node:assert/strict";
import {
  createEndpoint,
  newSecret,
  URL_OF_SHOP,
} from "../../../test/support/features/webhook_endpoint/webhook_endpoints.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { assertShows } from "../../../test/world/world.ts";
import { webhookEndpointDisable } from "./webhook_endpoint.disable.ts";
import { webhookEndpointUpdate } from "./webhook_endpoint.update.ts";
import { webhookEndpointRetrieve } from "./webhook_endpoint_noun.ts";

const OTHER = "https://other.example/hooks";

decisionTable(webhookEndpointUpdate, {
  given(world) {
    const draft = { description: "Shop", metadata: { a: "1" } };
    const { secret: _, ...endpoint } = createEndpoint(world, draft);
    return { endpoint };
  },
  asking: () => ({ prepared: { allowsLoopback: true } }),
  input: ({ endpoint: { webhookEndpointId } }) => ({ webhookEndpointId }),
  stepMs: 1_000,
  rows: [
    {
      title: "address, types, description and metadata",
      input: {
        url: OTHER,
        eventTypes: ["transfer.posted"],
        description: "Office",
        metadata: { b: "2" },
      },
      outcome: "replaced and merged, next revision, the secret as it was, as GET shows it",
      reply: {
        url: OTHER,
        eventTypes: ["transfer.posted"],
        description: "Office",
        metadata: { a: "1", b: "2" },
        revision: 2,
      },
      async check({ reply }, { world, endpoint }) {
        assert.equal(reply.secretPrefix, endpoint.secretPrefix);
        assert.notEqual(reply.updatedAt, endpoint.updatedAt);
        const { webhookEndpointId } = endpoint;
        await assertShows(world, webhookEndpointRetrieve, { webhookEndpointId }, reply);
      },
    },
    {
      title: "the same types in another order",
      given: ({ world, endpoint: { webhookEndpointId } }) =>
        world.made(
          webhookEndpointUpdate,
          { webhookEndpointId, eventTypes: ["customer.created", "transfer.posted"] },
          { prepared: { allowsLoopback: true } },
        ),
      input: { eventTypes: ["transfer.posted", "customer.created"] },
      outcome: "in the new order",
      reply: { eventTypes: ["transfer.posted", "customer.created"], revision: 3 },
    },
    {
      title: "null as the description",
      input: { description: null },
      outcome: "removed",
      check: ({ reply }) => assert.equal("description" in reply, false),
    },
    {
      title: "nothing, and what it is already",
      input: { url: URL_OF_SHOP, eventTypes: ["*"], metadata: { a: "1" } },
      outcome: "as it stands: no next revision, no fact",
      check: ({ reply, facts }, { endpoint }) => assert.deepEqual([reply, facts], [endpoint, []]),
    },
    {
      title: "disabled",
      given: ({ world, endpoint: { webhookEndpointId } }) =>
        world.made(webhookEndpointDisable, { webhookEndpointId }),
      input: { url: OTHER },
      outcome: "changed, and still disabled",
      reply: { url: OTHER, status: "disabled", disabledReason: "manual" },
    },
    {
      title: "unknown",
      input: { webhookEndpointId: "whe_unknown" },
      code: "resource_not_found",
      details: { resourceType: "webhook_endpoint", webhookEndpointId: "whe_unknown" },
    },
    {
      title: "of another tenant",
      asking: { caller: STRANGER, prepared: { allowsLoopback: true } },
      code: "resource_not_found",
    },
    {
      title: "another revision",
      input: { expectedRevision: 2 },
      code: "state_conflict",
      details: { expected: 2, actual: 1 },
    },
    {
      title: "loopback, of a server that listens elsewhere",
      input: { url: "https://localhost/hooks" },
      asking: { prepared: { allowsLoopback: newSecret(false).allowsLoopback } },
      code: "state_constraint_failed",
      details: { constraint: "webhook_url" },
    },
    {
      title: "metadata of 51 keys with those before",
      input: { metadata: Object.fromEntries([...Array(50)].map((_, at) => [`k${at}`, "v"])) },
      code: "state_constraint_failed",
      details: { constraint: "metadata_keys", limit: 50 },
    },
    { title: "plain http", input: { url: "http://shop.example" }, code: "invalid_request" },
    { title: "an unknown type", input: { eventTypes: ["nothing"] }, code: "invalid_request" },
    { title: "null as the address", input: { url: null }, code: "invalid_request" },
  ],
});
