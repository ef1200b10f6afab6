/** The feature of webhook endpoints: where a Product is told of its events, and the secrets that sign. */
import type { Feature } from "../../contract/declare/feature.ts";
import { webhookEndpointCreate } from "./webhook_endpoint.create.ts";
import { webhookEndpointDelete } from "./webhook_endpoint.delete.ts";
import { webhookEndpointDisable } from "./webhook_endpoint.disable.ts";
import { webhookEndpointEnable } from "./webhook_endpoint.enable.ts";
import { webhookEndpointGiveUp } from "./webhook_endpoint.give_up.ts";
import { webhookEndpointPing } from "./webhook_endpoint.ping.ts";
import { webhookEndpointRecover } from "./webhook_endpoint.recover.ts";
import { webhookEndpointReseal } from "./webhook_endpoint.reseal.ts";
import { webhookEndpointSecretRotate } from "./webhook_endpoint.secret.rotate.ts";
import { webhookEndpointStatsRetrieve } from "./webhook_endpoint.stats.retrieve.ts";
import { webhookEndpointUpdate } from "./webhook_endpoint.update.ts";
import { webhookEndpointExamples } from "./webhook_endpoint_examples.ts";
import { webhookEndpointFacts } from "./webhook_endpoint_facts.ts";
import {
  type WebhookEndpointState,
  webhookEndpointList,
  webhookEndpointRetrieve,
  webhookEndpoints,
} from "./webhook_endpoint_noun.ts";
import { webhookEndpointWords } from "./webhook_endpoint_words.ts";

export const webhookEndpointFeature = {
  tag: {
    name: "Webhooks",
    description:
      "Addresses that are told of the events of a Product. An event comes at least once, and the order is not kept: several are sent at the same time, and one that is sent again comes after newer ones. Sort by `sequence`, as a number: it is the order of the events of one Product and environment. An `id` that came before is the same event again. An endpoint of some types gets numbers with gaps.",
  },
  words: webhookEndpointWords,
  operations: [
    webhookEndpointCreate,
    webhookEndpointList,
    webhookEndpointRetrieve,
    webhookEndpointUpdate,
    webhookEndpointEnable,
    webhookEndpointDisable,
    webhookEndpointDelete,
    webhookEndpointSecretRotate,
    webhookEndpointPing,
    webhookEndpointRecover,
    webhookEndpointStatsRetrieve,
    webhookEndpointGiveUp,
    webhookEndpointReseal,
  ],
  examples: webhookEndpointExamples,
  ...webhookEndpoints.manifest,
  facts: webhookEndpointFacts,
} satisfies Feature<WebhookEndpointState>;
