/**
 * session.forget: some of the sessions that ended in one day, long enough ago, are removed, with what was
 * noted of their last uses. A step of the clock; no caller reaches it. Edges know none of them any more from the
 * same millisecond on, whether or not the step ran.
 */
import { declareWrite } from "../../contract/declare/operation.ts";
import { decideForgotten, forgetting } from "../credential_use/ended_credentials.ts";
import { SESSIONS_FORGOTTEN, type SessionsForgotten } from "./session_facts.ts";
import type { SessionState } from "./session_noun.ts";

export const sessionForget = declareWrite<SessionState>()({
  ...forgetting("Sessions"),
  id: "session.forget",
  summary: "Forget sessions that ended long ago",
  http: { method: "POST", path: "/sessions/forget" },
  decide({ sessions }, _input, context) {
    return decideForgotten(
      sessions,
      context,
      (ids): SessionsForgotten => ({
        kind: SESSIONS_FORGOTTEN,
        sessionIds: ids,
      }),
    );
  },
});
