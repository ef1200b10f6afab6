/** The words of events: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const eventWords: NounWords = {
  ids: { evt: "an event" },
  scopes: {
    events: { group: "What happens" },
  },
  synonyms: {
    event: `
      happened, occurrence, news, feed, notification, payload, stream
    `,
    "event list": `
      events of a transfer, events of an account, all events, event feed, latest events, what
      happened, happened today, happened yesterday, what is new, everything that happened
    `,
    "event redeliver send again": `
      send the notification again, get the event again, did not get, push event, once more, push to
      my server, send event, trigger redelivery, replay, resend, repeat, deliver again, emit again,
      missed
    `,
    "event retrieve": `
      one event, event details, what was in the event
    `,
    "event type": `
      subscribe, event name, topic, payload schema, kind of event, schema of the event
    `,
  },
};
