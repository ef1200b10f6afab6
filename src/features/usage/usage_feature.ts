/** What Products use of the platform: statements of months, and the operations that they add up. */
import type { Feature } from "../../contract/declare/feature.ts";
import { usageRecordList } from "./usage.record.list.ts";
import { usageStatementCharge } from "./usage.statement.charge.ts";
import { usageStatementList } from "./usage.statement.list.ts";
import { usageStatementRetrieve } from "./usage.statement.retrieve.ts";
import { usageDues } from "./usage_due.ts";
import { usageExamples } from "./usage_examples.ts";
import { usageEvents, usageEventTypes, usageFacts } from "./usage_facts.ts";
import { createUsageState, type UsageState } from "./usage_state.ts";
import { usageWords } from "./usage_words.ts";

export const usageFeature = {
  tag: { name: "Usage", description: "What a Product uses of the platform, and what that costs." },
  words: usageWords,
  operations: [usageStatementList, usageStatementRetrieve, usageRecordList, usageStatementCharge],
  examples: usageExamples,
  events: usageEventTypes,
  facts: usageFacts,
  eventsOf: usageEvents,
  createState: createUsageState,
  tables: ({ usageStatements, usageDue }) => [usageStatements, usageDue],
  due: [usageDues],
} satisfies Feature<UsageState>;
