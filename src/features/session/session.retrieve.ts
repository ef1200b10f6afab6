/** session.retrieve: one of the caller's sessions. */
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PEOPLE } from "../../contract/declare/principal_lists.ts";
import { EVERYBODY } from "../../contract/declare/roles.ts";
import { ownerOf } from "../own_person.ts";
import { sessionNotFound } from "./session_noun.ts";
import { ownSessions } from "./session_reads.ts";
import { Session, SessionPath } from "./session_schema.ts";

export const sessionRetrieve = declareRead({
  id: "session.retrieve",
  summary: "Retrieve one of your sessions",
  description:
    "Where it was begun, when it was used last, and until when it lasts. A token sees those of its company.",
  http: { method: "GET", path: "/sessions/{sessionId}" },
  principals: PEOPLE,
  scope: "sessions:read",
  permission: EVERYBODY,
  acts: { on: "platform" },
  path: SessionPath,
  output: Session,
  refusals: ["session_not_found"],
  read(snapshot, { sessionId }, context) {
    const session = ownSessions.seen(snapshot, context, sessionId, ownerOf(context.caller));
    return session === undefined ? sessionNotFound(sessionId) : found(session);
  },
});
