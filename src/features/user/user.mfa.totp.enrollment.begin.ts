/** user.mfa.totp.enrollment.begin: makes the secret of a second factor, which a code then confirms. */
import { Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { SECRET } from "../../contract/declare/redaction.ts";
import { Timestamp } from "../../contract/values/formats.ts";
import { refuseEnrolled } from "./enrollment.ts";
import { ENROLLMENT_LASTS_MS } from "./user_document.ts";
import { beganEnrollment } from "./user_facts.ts";
import { callingUser, seenCaller } from "./user_lookup.ts";
import type { PeopleState } from "./user_state.ts";

export const userMfaTotpEnrollmentBegin = declareWrite<PeopleState>()({
  id: "user.mfa.totp.enrollment.begin",
  summary: "Begin to enrol a second factor",
  description:
    "`secret` and `otpauthUri`, in this answer alone, go into an authenticator app; `user.mfa.totp.enrollment.confirm` takes its first code within 10 minutes. Beginning again replaces the secret.",
  http: { method: "POST", path: "/users/me/mfa/totp/enrollment" },
  principals: ["session"],
  scope: undefined,
  mfa: "never",
  acts: { on: "platform" },
  output: Type.Object(
    {
      secret: Type.Optional(
        Type.String({ description: "The secret, base32, to be typed into an app.", ...SECRET }),
      ),
      otpauthUri: Type.Optional(
        Type.String({ description: "The same as an address, for a QR code.", ...SECRET }),
      ),
      expiresAt: Timestamp,
    },
    {
      title: "TotpEnrollment",
      description: "A second factor that is under way.",
      additionalProperties: false,
    },
  ),
  refusals: ["state_conflict"],
  events: [],
  preparesWith: { snapshot: true },
  async prepare(_input, tools) {
    const { userId, email } = seenCaller(tools);
    const secret = tools.newTotpSecret();
    const otpauthUri = tools.totpUri(secret, email);
    return { secret, otpauthUri, sealed: tools.sealed(secret, userId) };
  },
  decide(state, _input, context) {
    const { nowMs, prepared } = context;
    const { secret, otpauthUri, sealed } = prepared;
    const user = callingUser(state, context);
    if (user.totp !== undefined) return refuseEnrolled();
    const expiresAtMs = nowMs + ENROLLMENT_LASTS_MS;
    const began = beganEnrollment(user, { sealed, expiresAtMs });
    return accept([began], { secret, otpauthUri, expiresAt: isoTime(expiresAtMs) });
  },
});
