/** Sessions of people in browsers, and logins of programs. */
import { noEvents } from "../../contract/declare/event.ts";
import type { Feature } from "../../contract/declare/feature.ts";
import { dueAtDeadlines } from "../../contract/declare/resource_facts.ts";
import type { CredentialUseState } from "../credential_use/credential_use_state.ts";
import { dueWhenForgotten } from "../credential_use/ended_credentials.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { sessionCurrentRetrieve } from "./session.current.retrieve.ts";
import { sessionExpire } from "./session.expire.ts";
import { sessionForget } from "./session.forget.ts";
import { sessionList } from "./session.list.ts";
import { sessionLogout } from "./session.logout.ts";
import { sessionRetrieve } from "./session.retrieve.ts";
import { sessionRevoke } from "./session.revoke.ts";
import { sessionExamples } from "./session_examples.ts";
import {
  announcementOfSession,
  foundSession,
  SESSIONS_FORGOTTEN,
  sessionFacts,
  sessionOfIdentity,
} from "./session_facts.ts";
import { createSessionState, type SessionState } from "./session_state.ts";

/** What the operations see, of which those of an end see the most. */
type State = Parameters<(typeof sessionRevoke)["decide"]>[0] & CredentialUseState;

export const sessionFeature = {
  tag: {
    name: "Start",
    description: "People: how they sign up and in, their sessions and tokens, their company.",
  },
  words: {
    ids: { ses: "a session" },
    scopes: {
      sessions: {
        group: "You",
        name: "where you are signed in for your company",
        write: "End your sessions and the logins of your programs, in your company.",
      },
    },
    sameMeaning: [["log", "login", "session", "password"]],
    done: {
      "session.logout": "Logged out",
      "session.revoke": "Ended a session",
    },
  },
  operations: [
    sessionList,
    sessionCurrentRetrieve,
    sessionRetrieve,
    sessionRevoke,
    sessionLogout,
    sessionExpire,
    sessionForget,
  ],
  due: [
    {
      ...dueAtDeadlines(
        "logins",
        ({ sessions }: SessionState) => sessions,
        (sessionId) => ({ operation: "session.expire", input: { sessionId } }),
      ),
      realm: PLATFORM_REALM,
    },
    dueWhenForgotten("sessions", ({ sessions }: SessionState) => sessions, "session.forget"),
  ],
  examples: sessionExamples,
  facts: sessionFacts,
  eventsOf: {
    "session.begun.1": noEvents,
    "session.changed.1": noEvents,
    "session.revoked.1": noEvents,
    [SESSIONS_FORGOTTEN]: noEvents,
  },
  announcements: {
    of: announcementOfSession,
    find: foundSession,
    idOfIdentity: sessionOfIdentity,
  },
  createState: createSessionState,
  tables: ({ sessions }) => [sessions],
} satisfies Feature<State>;
