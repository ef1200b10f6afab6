/** The words of schedules: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const scheduleWords: NounWords = {
  ids: { sch: { kind: "a schedule", described: "row of a schedule" } },
  synonyms: {
    "product schedule list": `
      planned in product, what is scheduled, next runs, coming up, everything that is due
    `,
    "product clock run list": `
      what did the clock do, automatic runs, what ran
    `,
    "schedule row": `
      upcoming, future, planned, tomorrow, next, cron, job, timer, will run, will happen, due,
      later, scheduled, automatic, automatically, next due
    `,
    "clock run": `
      cron, job, batch run, scheduler, background, ran, nightly, executed, last night, overnight,
      automatically
    `,
  },
};
