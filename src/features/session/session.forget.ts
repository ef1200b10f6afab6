/**
 * session.forget: some of the sessions that ended in one day, long enough ago, are removed, with what was
 * noted of their last uses. A step of the clock; no caller reaches it. Edges know none of them any more from the
 * same millisecond on, whether or not the step ran.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { idsForgotten } from "../credential_use/ended_credentials.ts";
import { SESSIONS_FORGOTTEN, type SessionsForgotten } from "./session_facts.ts";
import type { SessionState } from "./session_state.ts";

export const sessionForget = declareWrite<SessionState>()({
  id: "session.forget",
  summary: "Forget sessions that ended long ago",
  http: { method: "POST", path: "/sessions/forget" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  acts: { on: "platform" },
  body: Type.Object(
    {
      first: Type.String({ description: "One of them, by which one step differs from the next." }),
    },
    { title: "SessionsToForget", additionalProperties: false },
  ),
  output: Type.Object(
    { forgotten: Type.Integer({ minimum: 0, description: "How many were removed." }) },
    { title: "SessionsForgotten", additionalProperties: false },
  ),
  refusals: ["state_conflict"],
  events: [],
  decide({ sessions }, _input, context) {
    const ids = idsForgotten(sessions, context);
    if ("refused" in ids) return ids;
    const forgotten: SessionsForgotten = { kind: SESSIONS_FORGOTTEN, sessionIds: ids };
    return accept([forgotten], { forgotten: ids.length });
  },
});
