/** Sessions of people in browsers. */
import { noEvents } from "../../contract/event.ts";
import type { Feature } from "../../contract/feature.ts";
import { announcementOfSession, announcementsOfSessions, sessionFacts } from "./session_facts.ts";
import { createSessionState, type SessionState } from "./session_state.ts";

export const sessionFeature = {
  operations: [],
  facts: sessionFacts,
  eventsOf: { "session.begun.1": noEvents, "session.revoked.1": noEvents },
  announcements: { of: announcementOfSession, all: announcementsOfSessions },
  createState: createSessionState,
  tables: ({ sessions }) => [sessions],
} satisfies Feature<SessionState>;
