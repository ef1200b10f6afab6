/** session.current.retrieve: the session that calls, with the value that its mutations carry. */
import { Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { SECRET } from "../../contract/declare/redaction.ts";
import { ownerOf } from "../own_person.ts";
import { ownSessions } from "./session_reads.ts";
import { SESSION_FIELDS } from "./session_schema.ts";

export const sessionCurrentRetrieve = declareRead({
  id: "session.current.retrieve",
  summary: "Retrieve the session in use",
  description:
    "Open to a session without a second factor, whatever the company asks for: such a session can enrol one, or end.",
  http: { method: "GET", path: "/sessions/current" },
  principals: ["session"],
  scope: undefined,
  mfa: "never",
  acts: { on: "platform" },
  output: Type.Object(
    {
      ...SESSION_FIELDS,
      csrfToken: Type.String({
        ...SECRET,
        description: "What every mutation of this session carries in the header `X-CSRF-Token`.",
      }),
    },
    {
      title: "CurrentSession",
      description: "The session in use, and what its mutations must carry.",
      additionalProperties: false,
    },
  ),
  refusals: [],
  read(snapshot, _input, context) {
    const { caller } = context;
    invariant(caller.kind === "session", "the operation takes a session");
    const { sessionId, csrfToken } = caller;
    const session = ownSessions.seen(snapshot, context, sessionId, ownerOf(caller));
    invariant(session !== undefined, "the session that calls is there");
    return found({ ...session, csrfToken });
  },
});
