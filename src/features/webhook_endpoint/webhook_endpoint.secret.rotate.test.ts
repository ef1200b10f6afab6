/** Decision table of webhook_endpoint.secret.rotate, and which secrets are in force when. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { assertShows, openWorld, type World } from "../../../test/world/world.ts";
import { createEndpoint, newSecret, SEALER } from "./testing_webhook_endpoints.ts";
import { webhookEndpointDisable } from "./webhook_endpoint.disable.ts";
import { webhookEndpointRetrieve } from "./webhook_endpoint.retrieve.ts";
import { webhookEndpointSecretRotate } from "./webhook_endpoint.secret.rotate.ts";
import { secretsInForce, type WebhookEndpointDocument } from "./webhook_endpoint_document.ts";
import { OVERLAP_SECONDS_MAX } from "./webhook_endpoint_schema.ts";

const documentOf = (world: World, webhookEndpointId: string) =>
  world.state.webhookEndpoints.byId(
    world.realmOf(world.caller),
    webhookEndpointId,
  ) as WebhookEndpointDocument;

/** The secrets that are in force now, the current one first. */
function inForce(world: World, webhookEndpointId: string): string[] {
  const secrets = secretsInForce(documentOf(world, webhookEndpointId), world.nowMs);
  return secrets.map(({ sealed }) => SEALER.open(sealed, webhookEndpointId));
}

decisionTable(webhookEndpointSecretRotate, {
  given: (world) => ({ endpoint: createEndpoint(world), prepared: newSecret() }),
  asking: ({ prepared }) => ({ prepared }),
  input: ({ endpoint: { webhookEndpointId } }) => ({ webhookEndpointId }),
  rows: [
    {
      title: "once",
      outcome: "a new secret, the old one in force for a day; GET shows the rotation and no secret",
      reply: { revision: 2 },
      async check({ reply, facts }, { world, endpoint, prepared }) {
        const { secret, ...shown } = reply;
        const { webhookEndpointId } = endpoint;
        assert.deepEqual(
          [secret, shown.secretPrefix],
          [prepared.secret, prepared.secret.slice(0, 10)],
        );
        assert.deepEqual(inForce(world, webhookEndpointId), [secret, endpoint.secret]);
        const endsMs = Date.parse(shown.secretRotation.oldExpiresAt);
        assert.equal(endsMs - Date.parse(shown.updatedAt), OVERLAP_SECONDS_MAX * 1_000);
        await assertShows(world, webhookEndpointRetrieve, { webhookEndpointId }, shown);
        for (const text of [secret, endpoint.secret]) {
          assert.equal(JSON.stringify(facts).includes(text.slice(10)), false);
        }
      },
    },
    {
      title: "without overlap",
      input: { overlapSeconds: 0 },
      outcome: "the old secret ends at once, and is not kept",
      check({ reply }, { world, endpoint: { webhookEndpointId } }) {
        assert.equal("secretRotation" in reply, false);
        assert.deepEqual(inForce(world, webhookEndpointId), [reply.secret]);
        assert.equal(documentOf(world, webhookEndpointId).secrets.length, 1);
      },
    },
    {
      title: "again, after a rotation without overlap",
      given: ({ world, endpoint: { webhookEndpointId } }) =>
        world.made(
          webhookEndpointSecretRotate,
          { webhookEndpointId, overlapSeconds: 0 },
          { prepared: newSecret() },
        ),
      outcome: "rotated",
      reply: { revision: 3 },
    },
    {
      title: "disabled",
      given: ({ world, endpoint: { webhookEndpointId } }) =>
        world.made(webhookEndpointDisable, { webhookEndpointId }),
      outcome: "rotated, so that a leaked secret need not wait for the receiver",
      reply: { status: "disabled" },
    },
    {
      title: "a rotation under way",
      given: ({ world, endpoint: { webhookEndpointId } }) =>
        world.made(
          webhookEndpointSecretRotate,
          { webhookEndpointId, overlapSeconds: 1 },
          { prepared: newSecret() },
        ),
      code: "state_conflict",
      details: { expected: "one secret in force", actual: "two secrets in force" },
    },
    { title: "unknown", input: { webhookEndpointId: "whe_x" }, code: "resource_not_found" },
    {
      title: "of another tenant",
      asking: { caller: STRANGER, prepared: newSecret() },
      code: "resource_not_found",
    },
    {
      title: `an overlap of ${OVERLAP_SECONDS_MAX + 1} s`,
      input: { overlapSeconds: OVERLAP_SECONDS_MAX + 1 },
      code: "invalid_request",
    },
    { title: "an overlap of -1 s", input: { overlapSeconds: -1 }, code: "invalid_request" },
  ],
});

test("webhook secrets: one instant before the old one ends, and at it -> both in force, then one; a change drops the other", async () => {
  const world = await openWorld();
  const { webhookEndpointId, secret: first } = createEndpoint(world);
  const rotate = () =>
    world.run(
      webhookEndpointSecretRotate,
      { webhookEndpointId, overlapSeconds: 60 },
      { prepared: newSecret() },
    );
  const { secret: second } = rotate().reply;
  world.nowMs += 59_999;
  assert.deepEqual(inForce(world, webhookEndpointId), [second, first]);
  assert.equal(rotate().code, "state_conflict");
  world.nowMs += 1;
  assert.deepEqual(inForce(world, webhookEndpointId), [second]);
  assert.equal(documentOf(world, webhookEndpointId).secrets.length, 2);
  const changed = world.made(webhookEndpointDisable, { webhookEndpointId });
  assert.equal("secretRotation" in changed, false);
  assert.equal(documentOf(world, webhookEndpointId).secrets.length, 1);
  const { secret: third } = rotate().reply;
  assert.deepEqual(inForce(world, webhookEndpointId), [third, second]);
});
