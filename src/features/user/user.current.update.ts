/** user.current.update: changes the name of the person who is signed in. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/operation.ts";
import { changedUser } from "./user_facts.ts";
import { callingUser } from "./user_lookup.ts";
import { DisplayName, User } from "./user_schema.ts";
import type { PeopleState } from "./user_state.ts";
import { auditedUser, tenantsOf, userResource } from "./user_view.ts";

export const userCurrentUpdate = declareWrite<PeopleState>()({
  id: "user.current.update",
  summary: "Change your name",
  description:
    "The new name stands in answers and mails from now on; nothing else of a person is changed here.",
  tag: "Start",
  http: { method: "PATCH", path: "/users/me", status: 200 },
  principals: ["founder", "session"],
  scope: undefined,
  mfa: "never",
  acts: { on: "platform" },
  body: Type.Object(
    { displayName: DisplayName },
    {
      title: "UserChange",
      description: "What a person changes of himself.",
      additionalProperties: false,
    },
  ),
  output: User,
  refusals: [],
  events: [],
  prepare: async (_input, { from }) => ({ from }),
  decide(state, { displayName }, context) {
    const before = callingUser(state, context);
    const changed = changedUser(before, { displayName }, context.nowMs);
    const reply = userResource(changed.user, tenantsOf(state, before.userId));
    const decision = accept([changed], reply);
    return auditedUser(state, decision, { before, after: changed.user }, context.prepared.from);
  },
});
