/** Decision table of webhook_endpoint.list. */
import assert from "node:assert/strict";
import { createEndpoint } from "../../../test/support/features/webhook_endpoint/webhook_endpoints.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { webhookEndpointDisable } from "./webhook_endpoint.disable.ts";
import { webhookEndpointList } from "./webhook_endpoint_noun.ts";

const idsOf = ({ items }: { items: { webhookEndpointId: string }[] }) =>
  items.map(({ webhookEndpointId }) => webhookEndpointId);

decisionTable(webhookEndpointList, {
  given(world) {
    const [first, second] = [
      createEndpoint(world, { url: "https://one.example/", description: "Back office" }),
      createEndpoint(world, { url: "https://two.example/" }),
    ].map(({ webhookEndpointId }) => webhookEndpointId as string) as [string, string];
    world.made(webhookEndpointDisable, { webhookEndpointId: first });
    return { first, second };
  },
  input: ({ world }) => ({ productId: world.principal.productId }),
  stepMs: 1_000,
  rows: [
    {
      title: "two",
      outcome: "both, newest first, without secrets",
      check({ reply }, { first, second }) {
        assert.deepEqual(idsOf(reply), [second, first]);
        assert.equal(JSON.stringify(reply).includes("sealed"), false);
      },
    },
    {
      title: "by status",
      input: { status: "disabled" },
      outcome: "those in the status",
      check: ({ reply }, { first }) => assert.deepEqual(idsOf(reply), [first]),
    },
    {
      title: "by a part of the address",
      input: { search: "TWO.example" },
      outcome: "those with it",
      check: ({ reply }, { second }) => assert.deepEqual(idsOf(reply), [second]),
    },
    {
      title: "by a part of the description",
      input: { search: "office" },
      outcome: "those with it",
      check: ({ reply }, { first }) => assert.deepEqual(idsOf(reply), [first]),
    },
    {
      title: "another Product",
      input: { productId: STRANGER.principal.productId },
      code: "resource_not_found",
    },
    { title: "an unknown status", input: { status: "gone" }, code: "invalid_request" },
  ],
});
