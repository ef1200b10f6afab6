/** user.current.retrieve: the person who is signed in, and the person's companies. */
import { invariant } from "../../base/invariant.ts";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PEOPLE } from "../../contract/declare/principal_lists.ts";
import { ownerOf } from "../own_person.ts";
import { tenantsSeen } from "./seen_tenants.ts";
import { seenUser } from "./user_lookup.ts";
import { User } from "./user_schema.ts";
import { tenantsFor, userResource } from "./user_view.ts";

export const userCurrentRetrieve = declareRead({
  id: "user.current.retrieve",
  summary: "Retrieve yourself",
  description:
    "Who is signed in, and the companies that the person is a member of. A token sees its own company alone.",
  http: { method: "GET", path: "/users/me" },
  principals: PEOPLE,
  scope: undefined,
  ofItself: {
    because: "Every program has to be able to say for whom it works, and for which company.",
  },
  mfa: "never",
  acts: { on: "platform" },
  output: User,
  refusals: [],
  read(snapshot, _input, { caller }) {
    invariant(caller.kind === "session" || caller.kind === "token", "a person calls");
    const user = seenUser(snapshot, caller.userId);
    invariant(user !== undefined, "a session is of a person who is there");
    const tenants = tenantsFor(ownerOf(caller), tenantsSeen(snapshot, caller.userId));
    return found(userResource(user, tenants));
  },
});
