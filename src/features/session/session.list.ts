/** session.list: the caller's sessions, newest first. */
import { ID_SUFFIX_LENGTH } from "../../base/id.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PEOPLE } from "../../contract/declare/principal_lists.ts";
import { EVERYBODY } from "../../contract/declare/roles.ts";
import { listOf, listQuery } from "../../contract/values/formats.ts";
import { answerCreatedList } from "../created_list.ts";
import { ownerOf, personText } from "../own_person.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { ownSession, seenSession } from "./session_reads.ts";
import { Session } from "./session_schema.ts";

export const sessionList = declareRead({
  id: "session.list",
  summary: "List your sessions",
  description:
    "The sessions of the person who calls, in browsers and of programs that the person let in, ended ones included, newest first. A token sees those of its company.",
  http: { method: "GET", path: "/sessions" },
  principals: PEOPLE,
  scope: "sessions:read",
  permission: EVERYBODY,
  acts: { on: "platform" },
  query: listQuery({}),
  output: listOf(Session, "SessionList"),
  refusals: [],
  read(snapshot, input, context) {
    const owner = ownerOf(context.caller);
    return answerCreatedList(input, context, {
      snapshot,
      tableCode: PLATFORM_TABLE.sessionByUser,
      keyPrefix: personText(owner.userId),
      itemOf(key) {
        const sessionId = `ses_${key.slice(-ID_SUFFIX_LENGTH)}`;
        const session = ownSession(snapshot, context, { sessionId, owner });
        return session && seenSession(snapshot, session, context.nowMs);
      },
    });
  },
});
