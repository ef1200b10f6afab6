/** user.current.retrieve: the person who is signed in, and the person's companies. */
import { invariant } from "../../base/invariant.ts";
import { found } from "../../contract/found.ts";
import { declareRead } from "../../contract/operation.ts";
import { tenantsSeen } from "./seen_tenants.ts";
import { seenUser } from "./user_lookup.ts";
import { User } from "./user_schema.ts";
import { userResource } from "./user_view.ts";

export const userCurrentRetrieve = declareRead({
  id: "user.current.retrieve",
  summary: "Retrieve yourself",
  description: "Who is signed in, and the companies that the person is a member of.",
  tag: "Start",
  http: { method: "GET", path: "/users/me", status: 200 },
  principals: ["founder", "session"],
  scope: undefined,
  mfa: "never",
  acts: { on: "platform" },
  output: User,
  refusals: [],
  read(snapshot, _input, { caller }) {
    invariant(caller.kind === "session" || caller.kind === "token", "a person calls");
    const user = seenUser(snapshot, caller.userId);
    invariant(user !== undefined, "a session is of a person who is there");
    return found(userResource(user, tenantsSeen(snapshot, caller.userId)));
  },
});
