/** Sessions of people in browsers, and logins of programs. */
import { noEvents } from "../../contract/declare/event.ts";
import type { Feature } from "../../contract/declare/feature.ts";
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
import { type SessionState, sessions } from "./session_noun.ts";

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
    { ...sessions.atDeadlines("logins", "session.expire"), realm: PLATFORM_REALM },
    dueWhenForgotten("sessions", (state: SessionState) => state.sessions, "session.forget"),
  ],
  examples: sessionExamples,
  ...sessions.manifest,
  facts: sessionFacts,
  eventsOf: { ...sessions.manifest.eventsOf, [SESSIONS_FORGOTTEN]: noEvents },
  announcements: {
    of: announcementOfSession,
    find: foundSession,
    idOfIdentity: sessionOfIdentity,
  },
} satisfies Feature<State>;
