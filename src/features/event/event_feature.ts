/** What happened, as those who listen are told of it. */
import type { Feature } from "../../contract/feature.ts";
import { eventList } from "./event.list.ts";
import { eventRetrieve } from "./event.retrieve.ts";
import { eventExamples } from "./event_examples.ts";

export const eventFeature = {
  tag: {
    name: "Events",
    description: "What happened in a Product, in order and without a gap.",
  },
  operations: [eventList, eventRetrieve],
  examples: eventExamples,
} satisfies Feature;
