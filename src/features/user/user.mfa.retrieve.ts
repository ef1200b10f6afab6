/** user.mfa.retrieve: whether the person has a second factor, and how many recovery codes are left. */
import { Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PEOPLE } from "../../contract/declare/principal_lists.ts";
import { EVERYBODY } from "../../contract/declare/roles.ts";
import { Timestamp } from "../../contract/values/formats.ts";
import { seenUser } from "./user_lookup.ts";

const UserMfa = Type.Object(
  {
    totp: Type.Object(
      {
        enrolled: Type.Boolean({ description: "Whether a second factor by TOTP is confirmed." }),
        confirmedAt: Type.Optional(Timestamp),
      },
      { description: "Codes of an authenticator app.", additionalProperties: false },
    ),
    recoveryCodesLeft: Type.Integer({
      minimum: 0,
      description: "How many recovery codes were not used.",
    }),
  },
  { title: "UserMfa", description: "The second factor of a person.", additionalProperties: false },
);

export const userMfaRetrieve = declareRead({
  id: "user.mfa.retrieve",
  summary: "Retrieve your second factor",
  description:
    "Whether and since when a second factor is enrolled. Its secret and the recovery codes are shown once, when they are made.",
  http: { method: "GET", path: "/users/me/mfa" },
  principals: PEOPLE,
  scope: "user:read",
  permission: EVERYBODY,
  mfa: "never",
  acts: { on: "platform" },
  output: UserMfa,
  refusals: [],
  read(snapshot, _input, { caller }) {
    invariant(caller.kind === "session" || caller.kind === "token", "a person calls");
    const totp = seenUser(snapshot, caller.userId)?.totp;
    const confirmed = totp && { confirmedAt: isoTime(totp.confirmedAtMs) };
    return found({
      totp: { enrolled: totp !== undefined, ...confirmed },
      recoveryCodesLeft: totp?.recoveryDigests.length ?? 0,
    });
  },
});
