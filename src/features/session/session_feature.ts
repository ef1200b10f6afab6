/** Sessions of people in browsers, and logins of programs. */
import { noEvents } from "../../contract/event.ts";
import type { Feature } from "../../contract/feature.ts";
import { dueAtDeadlines } from "../../contract/resource.ts";
import type { PlatformState } from "../platform/platform_state.ts";
import { sessionCurrentRetrieve } from "./session.current.retrieve.ts";
import { sessionExpire } from "./session.expire.ts";
import { sessionList } from "./session.list.ts";
import { sessionLogout } from "./session.logout.ts";
import { sessionRetrieve } from "./session.retrieve.ts";
import { sessionRevoke } from "./session.revoke.ts";
import { sessionExamples } from "./session_examples.ts";
import { announcementOfSession, announcementsOfSessions, sessionFacts } from "./session_facts.ts";
import { createSessionState, type SessionState } from "./session_state.ts";

export const sessionFeature = {
  tag: {
    name: "Start",
    description: "People: how they sign up and in, their sessions and tokens, their company.",
  },
  operations: [
    sessionList,
    sessionCurrentRetrieve,
    sessionRetrieve,
    sessionRevoke,
    sessionLogout,
    sessionExpire,
  ],
  examples: sessionExamples,
  facts: sessionFacts,
  eventsOf: {
    "session.begun.1": noEvents,
    "session.changed.1": noEvents,
    "session.revoked.1": noEvents,
  },
  announcements: { of: announcementOfSession, all: announcementsOfSessions },
  createState: createSessionState,
  tables: ({ sessions }) => [sessions],
  due: [
    dueAtDeadlines(
      "logins",
      ({ sessions }: SessionState) => sessions,
      (sessionId) => ({ operation: "session.expire", input: { sessionId } }),
    ),
  ],
} satisfies Feature<SessionState & PlatformState>;
