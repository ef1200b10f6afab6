/** Decision table of webhook_endpoint.reseal, which main runs while the seal key is rotated. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createEndpoint,
  newSecret,
  SEALER,
  TOOLS,
} from "../../../test/support/features/webhook_endpoint/webhook_endpoints.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { memoryEntityKeys } from "../../../test/world/entity_keys.ts";
import { assertShows, openWorld, type World } from "../../../test/world/world.ts";
import { sharePeppers } from "../../access/peppers.ts";
import { preparationTools } from "../../access/preparation.ts";
import { SealKeys } from "../../access/seal_keys.ts";
import { openSealer } from "../../access/sealer.ts";
import type { Fact } from "../../contract/records/record.ts";
import { isOperatorNote } from "../platform/operator_note.ts";
import { webhookEndpointReseal } from "./webhook_endpoint.reseal.ts";
import { webhookEndpointSecretRotate } from "./webhook_endpoint.secret.rotate.ts";
import {
  type WebhookEndpointFact,
  webhookEndpointRetrieve,
  webhookEndpoints,
} from "./webhook_endpoint_noun.ts";

const [OLD, NEW] = [new Uint8Array(32).fill(9), new Uint8Array(32).fill(10)];
const ROTATED = preparationTools(
  {
    peppers: sharePeppers([new Uint8Array(32)]).memory,
    ledgerShards: 1,
    identityLimit: 0,
    sealKeys: SealKeys.of([NEW, OLD]).memory,
    allowsLoopback: true,
    publicUrl: "http://127.0.0.1:8080",
  },
  memoryEntityKeys(),
)(0);
const WITHOUT_OLD = openSealer(SealKeys.of([NEW]));

const sealedOf = (world: World, webhookEndpointId: string) =>
  world.state.webhookEndpoints
    .byId(world.realmOf(world.caller), webhookEndpointId)
    ?.secrets.map(({ sealed }) => sealed) ?? [];

const prepared = (webhookEndpointId: string, sealed: readonly string[]) => ({
  user: "ada/1000",
  resealed: sealed.map((text) => ROTATED.resealed(text, webhookEndpointId)),
});

decisionTable(webhookEndpointReseal, {
  given(world) {
    const { secret, ...made } = createEndpoint(world);
    const { webhookEndpointId } = made;
    const rotated = world.made(
      webhookEndpointSecretRotate,
      { webhookEndpointId },
      { prepared: newSecret() },
    );
    const { secret: newest, ...endpoint } = rotated;
    return { endpoint, secrets: [newest, secret], sealed: sealedOf(world, webhookEndpointId) };
  },
  asking: ({ endpoint, sealed }) => ({
    prepared: prepared(endpoint.webhookEndpointId, sealed),
    cause: "platform",
  }),
  input: ({ endpoint: { webhookEndpointId }, sealed }) => ({ webhookEndpointId, sealed }),
  stepMs: 1_000,
  rows: [
    {
      title: "both secrets of a rotation",
      outcome: "the same secrets under the new key; the endpoint as it was, and no event",
      async check({ reply, facts }, { world, endpoint, secrets }) {
        const { webhookEndpointId } = endpoint;
        assert.deepEqual(reply, endpoint);
        await assertShows(world, webhookEndpointRetrieve, { webhookEndpointId }, endpoint);
        const opened = sealedOf(world, webhookEndpointId).map((text) =>
          WITHOUT_OLD.open(text, webhookEndpointId),
        );
        assert.deepEqual(opened, secrets);
        const [fact, note, ...others] = facts as [WebhookEndpointFact, Fact];
        assert.deepEqual([isOperatorNote(note), others], [true, []]);
        assert.deepEqual(webhookEndpoints.manifest.eventsOf[fact.kind]?.(fact), []);
      },
    },
    {
      title: "the secrets of before a change",
      input: (_made, { sealed }) => ({ sealed: (sealed as string[]).slice(1) }),
      code: "state_conflict",
      details: { expected: "the secrets seen", actual: "others" },
    },
    { title: "deleted", input: { webhookEndpointId: "whe_x" }, code: "resource_not_found" },
  ],
});

test("webhook secrets: the sealed text of one endpoint put at another -> does not open, and is not sealed anew", async () => {
  const world = await openWorld();
  const [one, other] = [createEndpoint(world), createEndpoint(world)];
  const [sealed] = sealedOf(world, one.webhookEndpointId);
  assert.equal(SEALER.open(sealed as string, one.webhookEndpointId), one.secret);
  assert.throws(() => SEALER.open(sealed as string, other.webhookEndpointId), {
    name: "SealBroken",
    reason: "not_its_own",
  });
  assert.throws(() => TOOLS.resealed(sealed as string, other.webhookEndpointId), {
    name: "SealBroken",
  });
});
