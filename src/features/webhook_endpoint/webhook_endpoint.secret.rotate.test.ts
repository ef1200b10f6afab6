/** Decision table of webhook_endpoint.secret.rotate, and which secrets are in force when. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createEndpoint,
  newSecret,
  SEALER,
} from "../../../test/support/features/webhook_endpoint/webhook_endpoints.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { assertShows, openWorld, type World } from "../../../test/world/world.ts";
import { webhookEndpointDisable } from "./webhook_endpoint.disable.ts";
import { webhookEndpointSecretRotate } from "./webhook_endpoint.secret.rotate.ts";
import { secretsInForce, type WebhookEndpointDocument } from "./webhook_endpoint_document.ts";
import { webhookEndpointRetrieve } from "./webhook_endpoint_noun.ts";
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

/** Rotations before the one of a row, with these overlaps. */
function rotated(...overlaps: readonly number[]) {
  return ({ world, endpoint }: { world: World; endpoint: { webhookEndpointId: string } }) => {
    for (const overlapSeconds of overlaps) {
      const { webhookEndpointId } = endpoint;
      const asked = { webhookEndpointId, overlapSeconds };
      world.made(webhookEndpointSecretRotate, asked, { prepared: newSecret() });
    }
  };
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
      title: "again, while an overlap runs",
      given: rotated(3_600),
      outcome: "a new secret; both old ones are in force, the older one no longer than before",
      reply: { revision: 3 },
      check({ reply }, { world, endpoint: { webhookEndpointId, secret } }) {
        const sealed = inForce(world, webhookEndpointId);
        assert.deepEqual([sealed.length, sealed[0], sealed[2]], [3, reply.secret, secret]);
        const { secrets, oldSecretExpiresAtMs } = documentOf(world, webhookEndpointId);
        const lasts = secrets.map(({ expiresAtMs }) => expiresAtMs && expiresAtMs - world.nowMs);
        assert.deepEqual(lasts, [undefined, OVERLAP_SECONDS_MAX * 1_000, 3_600_000]);
        assert.equal(oldSecretExpiresAtMs, secrets[1]?.expiresAtMs);
      },
    },
    {
      title: "again, for less than the overlap that runs",
      given: rotated(3_600),
      input: { overlapSeconds: 60 },
      outcome: "both old ones are in force for that time",
      check(_came, { world, endpoint: { webhookEndpointId } }) {
        const { secrets } = documentOf(world, webhookEndpointId);
        const lasts = secrets.map(({ expiresAtMs }) => expiresAtMs && expiresAtMs - world.nowMs);
        assert.deepEqual(lasts, [undefined, 60_000, 60_000]);
      },
    },
    {
      title: "without overlap, while an overlap runs",
      given: rotated(3_600),
      input: { overlapSeconds: 0 },
      outcome: "every old secret ends at once",
      check({ reply }, { world, endpoint: { webhookEndpointId } }) {
        assert.equal("secretRotation" in reply, false);
        assert.deepEqual(inForce(world, webhookEndpointId), [reply.secret]);
        assert.equal(documentOf(world, webhookEndpointId).secrets.length, 1);
      },
    },
    {
      title: "without overlap, with as many secrets in force as may be",
      given: rotated(3_600, 3_600),
      input: { overlapSeconds: 0 },
      outcome: "every old secret ends at once",
      check: ({ reply }, { world, endpoint: { webhookEndpointId } }) =>
        assert.deepEqual(inForce(world, webhookEndpointId), [reply.secret]),
    },
    {
      title: "one more than may be in force",
      given: rotated(3_600, 60),
      input: { overlapSeconds: 1 },
      code: "state_conflict",
      details: { expected: "fewer than 3 secrets in force", actual: "3 secrets in force" },
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
  world.nowMs += 1;
  assert.deepEqual(inForce(world, webhookEndpointId), [second]);
  assert.equal(documentOf(world, webhookEndpointId).secrets.length, 2);
  const changed = world.made(webhookEndpointDisable, { webhookEndpointId });
  assert.equal("secretRotation" in changed, false);
  assert.equal(documentOf(world, webhookEndpointId).secrets.length, 1);
  const { secret: third } = rotate().reply;
  assert.deepEqual(inForce(world, webhookEndpointId), [third, second]);
});

test("webhook secrets: three in force, ends of the old ones -> the oldest first; a change keeps what is in force, and its end", async () => {
  const world = await openWorld();
  const { webhookEndpointId, secret: first } = createEndpoint(world);
  const rotate = (overlapSeconds: number) => {
    const asked = { webhookEndpointId, overlapSeconds };
    return world.run(webhookEndpointSecretRotate, asked, { prepared: newSecret() }).reply;
  };
  const { secret: second } = rotate(60);
  world.nowMs += 1_000;
  const { secret: third, secretRotation } = rotate(60);
  assert.deepEqual(inForce(world, webhookEndpointId), [third, second, first]);
  world.nowMs += 59_000;
  assert.deepEqual(inForce(world, webhookEndpointId), [third, second]);
  const changed = world.made(webhookEndpointDisable, { webhookEndpointId });
  assert.deepEqual((changed as typeof secretRotation).secretRotation, secretRotation);
  assert.equal(documentOf(world, webhookEndpointId).secrets.length, 2);
  world.nowMs += 1_000;
  assert.deepEqual(inForce(world, webhookEndpointId), [third]);
});
