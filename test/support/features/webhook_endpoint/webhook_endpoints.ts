/** For tests: webhook endpoints, and what the preparation of their operations gives. */
import { sharePeppers } from "../../../../src/access/peppers.ts";
import { preparationTools } from "../../../../src/access/preparation.ts";
import { SealKeys } from "../../../../src/access/seal_keys.ts";
import { openSealer } from "../../../../src/access/sealer.ts";
import type { ProductKeyCaller } from "../../../../src/contract/declare/caller.ts";
import type { NewWebhookSecret } from "../../../../src/contract/declare/preparation.ts";
import { webhookEndpointCreate } from "../../../../src/features/webhook_endpoint/webhook_endpoint.create.ts";
import { memoryEntityKeys } from "../../../world/entity_keys.ts";
import type { Input } from "../../../world/input.ts";
import type { World } from "../../../world/world.ts";
import type { Answer } from "../../../world/writing.ts";

const KEYS = SealKeys.of([new Uint8Array(32).fill(9)]);
export const TOOLS = preparationTools(
  {
    peppers: sharePeppers([new Uint8Array(32)]).memory,
    ledgerShards: 1,
    identityLimit: 0,
    sealKeys: KEYS.memory,
    allowsLoopback: true,
    publicUrl: "http://127.0.0.1:8080",
  },
  memoryEntityKeys(),
)(0);
/** Opens what the tools seal. */
export const SEALER = openSealer(KEYS);

export const URL_OF_SHOP = "https://shop.example/webhooks";

/** What the preparation of `create` and `update` gives on a server that listens on loopback. */
export function newSecret(allowsLoopback = true): NewWebhookSecret & { allowsLoopback: boolean } {
  return { ...TOOLS.newWebhookSecret(), allowsLoopback };
}

/** Makes an endpoint; returns the answer, with its secret. */
export function createEndpoint(
  world: World,
  input: Input = {},
  caller: ProductKeyCaller = world.caller,
): Answer {
  const { productId } = caller.principal;
  const draft = { productId, url: URL_OF_SHOP, eventTypes: ["*"], ...input };
  return world.made(webhookEndpointCreate, draft, { prepared: newSecret(), caller });
}
