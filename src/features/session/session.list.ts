/** session.list: the caller's sessions, newest first. */
import { declareRead } from "../../contract/declare/operation.ts";
import { PEOPLE } from "../../contract/declare/principal_lists.ts";
import { EVERYBODY } from "../../contract/declare/roles.ts";
import { listOf, listQuery } from "../../contract/values/formats.ts";
import { ownerOf } from "../own_person.ts";
import { ownSessions } from "./session_reads.ts";
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
  read: (snapshot, input, context) =>
    ownSessions.list(snapshot, input, context, ownerOf(context.caller)),
});
