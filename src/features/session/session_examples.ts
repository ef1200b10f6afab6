/** The examples of sessions: the founder looks at the browsers that are signed in, and ends one. */
import { type Example, exampleId } from "../../contract/document/example.ts";

const SESSION = exampleId("ses", 561);

export const sessionExamples: readonly Example[] = [
  {
    at: "10:20",
    operation: "session.current.retrieve",
    makes: { sessionId: SESSION, csrfToken: "0TzqvZrFqgNUH2mTWRV4m0r5bGk8sXcP" },
  },
  { at: "10:21", operation: "session.list", query: { limit: 1 } },
  { at: "10:22", operation: "session.retrieve", path: { sessionId: SESSION } },
  { at: "10:58", operation: "session.revoke", path: { sessionId: SESSION } },
  { at: "10:59", operation: "session.logout", answer: null },
];
