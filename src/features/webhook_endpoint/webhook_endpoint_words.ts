/** The words of webhook endpoints: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const webhookEndpointWords: NounWords = {
  ids: { whe: "a webhook endpoint" },
  scopes: {
    webhooks: { group: "What happens", name: "webhook endpoints and their deliveries" },
  },
  synonyms: {
    "webhook endpoint": `
      notifications, webhook, callback, hook, listener, subscription, notification url, receiver,
      subscriber, endpoint
    `,
    "webhook endpoint ping": `
      test webhook, test a webhook, try a webhook, test callback, test message, test, works,
      reachable
    `,
    "webhook endpoint disable": `
      don't send, do not send, no more notifications, quiet, turn off, switch off, pause, stop,
      deactivate, mute, unsubscribe, stop sending, stop notification
    `,
    "webhook endpoint recover failed": `
      all that we missed, after an outage, everything again, while server was offline, resend,
      outage, replay, missed, catch up, downtime, was down, failed, lost, were down
    `,
    "webhook endpoint list": `
      which url, our endpoints, list endpoints, urls that get events, where do notifications go,
      addresses, callback address, which urls
    `,
    "webhook endpoint retrieve": `
      one endpoint, is endpoint enabled, endpoint settings
    `,
    "webhook endpoint statistics": `
      is it called, called at all, how many delivered, is my server keeping up, how far behind,
      success rate, rate, health, healthy, metric, lag, behind, failure rate, performance, stats,
      how well
    `,
  },
  sameMeaning: [
    ["webhook", "notification", "callback", "event", "delivery"],
    ["replay", "recover", "missed", "resend", "redeliver"],
    ["signature", "sign", "hmac", "verify"],
  ],
};
