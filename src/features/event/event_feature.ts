/** What happened, as those who listen are told of it. */
import type { Feature } from "../../contract/declare/feature.ts";
import { eventDeliveryList } from "./event.delivery.list.ts";
import { eventList } from "./event.list.ts";
import { eventRedeliver } from "./event.redeliver.ts";
import { eventRetrieve } from "./event.retrieve.ts";
import { eventStream } from "./event.stream.ts";
import { eventExamples } from "./event_examples.ts";
import { eventWords } from "./event_words.ts";
import { triggeredEventFacts, triggeredEvents } from "./triggered_event.ts";

export const eventFeature = {
  tag: {
    name: "Events",
    description: "What happened in a Product, in order and without a gap.",
  },
  words: eventWords,
  operations: [eventList, eventRetrieve, eventStream, eventDeliveryList, eventRedeliver],
  examples: eventExamples,
  facts: triggeredEventFacts,
  eventsOf: triggeredEvents,
} satisfies Feature<Parameters<typeof eventRedeliver.decide>[0]>;
