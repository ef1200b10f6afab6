/** user.current.update: changes the name of the person who is signed in. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { PEOPLE } from "../../contract/declare/principal_lists.ts";
import { EVERYBODY } from "../../contract/declare/roles.ts";
import { askingOwner } from "../own_person.ts";
import { changedUser } from "./user_facts.ts";
import { callingUser } from "./user_lookup.ts";
import { DisplayName, User } from "./user_schema.ts";
import type { PeopleState } from "./user_state.ts";
import { auditedUser, tenantsFor, tenantsOf, userResource } from "./user_view.ts";

export const userCurrentUpdate = declareWrite<PeopleState>()({
  id: "user.current.update",
  summary: "Change your name",
  description:
    "The new name stands in answers and mails from now on, in each of your companies; nothing else of a person is changed here.",
  http: { method: "PATCH", path: "/users/me" },
  principals: PEOPLE,
  scope: "user:write",
  permission: EVERYBODY,
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
  prepare: askingOwner,
  decide(state, { displayName }, context) {
    const before = callingUser(state, context);
    const changed = changedUser(before, { displayName }, context.nowMs);
    const { owner, from } = context.prepared;
    const reply = userResource(changed.user, tenantsFor(owner, tenantsOf(state, before.userId)));
    const decision = accept([changed], reply);
    return auditedUser(state, decision, { before, after: changed.user }, from);
  },
});
