/** The words of webhook deliverys: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const webhookDeliveryWords: NounWords = {
  ids: { whd: "a webhook delivery" },
  synonyms: {
    "event delivery": `
      was event delivered, who received, delivered to, got the event
    `,
    "webhook delivery": `
      callback, notification, message sent, notified, webhook response, response, hook, webhook
      attempt, webhook log, delivered
    `,
    "webhook delivery list": `
      what was sent to us, did we get, notifications sent, not delivered
    `,
    "webhook delivery retry": `
      send the notification again, that we did not get, once again, one notification, again, resend,
      retry, try again, redeliver, missed
    `,
  },
};
