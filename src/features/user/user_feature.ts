/** People: who they are, and how they prove it. */
import { noEvents } from "../../contract/event.ts";
import type { Feature } from "../../contract/feature.ts";
import { userFacts } from "./user_facts.ts";
import { createUserState, type UserState } from "./user_state.ts";

export const userFeature = {
  operations: [],
  facts: userFacts,
  eventsOf: { "user.created.1": noEvents, "user.changed.1": noEvents },
  createState: createUserState,
  tables: ({ users }) => [users],
} satisfies Feature<UserState>;
