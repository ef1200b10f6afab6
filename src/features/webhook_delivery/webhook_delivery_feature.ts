/** What became of sending events to endpoints. */
import type { Feature } from "../../contract/declare/feature.ts";
import { webhookDeliveryExhaust } from "./webhook_delivery.exhaust.ts";
import { webhookDeliveryList } from "./webhook_delivery.list.ts";
import { webhookDeliveryReport } from "./webhook_delivery.report.ts";
import { webhookDeliveryRetrieve } from "./webhook_delivery.retrieve.ts";
import { webhookDeliveryRetry } from "./webhook_delivery.retry.ts";
import { webhookDeliveryEvents, webhookDeliveryEventTypes } from "./webhook_delivery_events.ts";
import { webhookDeliveryExamples } from "./webhook_delivery_examples.ts";
import { webhookDeliveryFacts } from "./webhook_delivery_facts.ts";
import {
  createWebhookDeliveryState,
  loadWebhookDeliveries,
  type WebhookDeliveryState,
} from "./webhook_delivery_state.ts";
import { webhookDeliveryWords } from "./webhook_delivery_words.ts";
import { webhookStepsOwed } from "./webhook_owed.ts";

export const webhookDeliveryFeature = {
  tag: "Webhooks",
  words: webhookDeliveryWords,
  operations: [
    webhookDeliveryList,
    webhookDeliveryRetrieve,
    webhookDeliveryRetry,
    webhookDeliveryReport,
    webhookDeliveryExhaust,
  ],
  examples: webhookDeliveryExamples,
  events: webhookDeliveryEventTypes,
  facts: webhookDeliveryFacts,
  eventsOf: webhookDeliveryEvents,
  createState: createWebhookDeliveryState,
  tables: ({ webhookLines, webhookDeliveries, webhookReports, webhookRecent, webhookChanges }) => [
    webhookLines,
    webhookDeliveries,
    webhookReports,
    webhookRecent,
    webhookChanges,
  ],
  loaded: loadWebhookDeliveries,
  owed: webhookStepsOwed,
} satisfies Feature<WebhookDeliveryState>;
