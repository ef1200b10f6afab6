/** The feature of schedules: what the clock does with objects when its time has come. */
import { noEvents } from "../../contract/declare/event.ts";
import type { Feature } from "../../contract/declare/feature.ts";
import { scheduleFacts } from "./schedule_facts.ts";
import { createScheduleState, type ScheduleState } from "./schedule_state.ts";
import { scheduleSteps } from "./schedule_steps.ts";
import { scheduleWords } from "./schedule_words.ts";

export const scheduleFeature = {
  words: scheduleWords,
  operations: [],
  due: [scheduleSteps],
  facts: scheduleFacts,
  eventsOf: { "schedule.planned.1": noEvents, "schedule.changed.1": noEvents },
  createState: createScheduleState,
  tables: (state) => [state.schedules],
} satisfies Feature<ScheduleState>;
