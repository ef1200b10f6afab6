/** session.list: the caller's sessions, newest first. */
import { ID_SUFFIX_LENGTH } from "../../base/id.ts";
import { listOf, listQuery } from "../../contract/formats.ts";
import { declareRead } from "../../contract/operation.ts";
import { answerCreatedList } from "../created_list.ts";
import { personOf, personText } from "../own_person.ts";
import { PLATFORM_TABLE } from "../platform/platform_state.ts";
import { ownSession, seenSession } from "./session_reads.ts";
import { Session } from "./session_schema.ts";

export const sessionList = declareRead({
  id: "session.list",
  summary: "List your sessions",
  description:
    "The sessions of the person who calls, in browsers and of programs that the person let in, ended ones included, newest first.",
  tag: "Start",
  http: { method: "GET", path: "/sessions", status: 200 },
  principals: ["founder", "session"],
  scope: undefined,
  acts: { on: "platform" },
  query: listQuery({}),
  output: listOf(Session, "SessionList"),
  refusals: [],
  read(snapshot, input, context) {
    const userId = personOf(context);
    return answerCreatedList(input, context, {
      snapshot,
      tableCode: PLATFORM_TABLE.sessionByUser,
      keyPrefix: personText(userId),
      itemOf(key) {
        const sessionId = `ses_${key.slice(-ID_SUFFIX_LENGTH)}`;
        const session = ownSession(snapshot, context, { sessionId, userId });
        return session && seenSession(snapshot, session, context.nowMs);
      },
    });
  },
});
