/** platform.user.session.list: the sessions of a person, newest first. */
import { declareRead } from "../../contract/declare/operation.ts";
import { Id, listOf, listQuery } from "../../contract/values/formats.ts";
import { ownSessions } from "../session/session_reads.ts";
import { Session } from "../session/session_schema.ts";
import { userNotFound, users } from "../user/user_noun.ts";
import { BY_OPERATOR } from "./platform_operation.ts";

export const platformUserSessionList = declareRead({
  ...BY_OPERATOR,
  id: "platform.user.session.list",
  summary: "List the sessions of a person",
  http: { method: "GET", path: "/platform/user-sessions" },
  acts: { on: "platform" },
  query: listQuery({ userId: Id("usr") }),
  output: listOf(Session, "PlatformSessionList"),
  refusals: ["resource_not_found"],
  read(snapshot, input, context) {
    const { userId } = input;
    if (users.find(snapshot, context.realm, userId) === undefined) return userNotFound(userId);
    return ownSessions.list(snapshot, input, context, { userId });
  },
});
