/** What the operator's operations on people share: how people are shown, and where the operator is. */
import { type Static, Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import type { CallOrigin } from "../../contract/declare/preparation.ts";
import { PII } from "../../contract/declare/redaction.ts";
import { Id, Timestamp } from "../../contract/values/formats.ts";

/** The socket in the data directory has no address. */
export const AT_SOCKET: CallOrigin = { address: "", userAgent: "" };

export const PlatformUser = Type.Object(
  {
    userId: Id("usr"),
    email: Type.String(PII),
    displayName: Type.String(PII),
    totp: Type.Boolean({ description: "Whether a second factor is confirmed." }),
    revision: Type.Integer({ minimum: 1 }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "PlatformUser", additionalProperties: false },
);

type ShownUser = {
  userId: string;
  email: string;
  displayName: string;
  totp?: object;
  revision: number;
  createdAtMs: number;
  updatedAtMs: number;
};

export function platformUser(user: ShownUser): Static<typeof PlatformUser> {
  const { userId, email, displayName, totp, revision, createdAtMs, updatedAtMs } = user;
  return {
    userId,
    email,
    displayName,
    totp: totp !== undefined,
    revision,
    createdAt: isoTime(createdAtMs),
    updatedAt: isoTime(updatedAtMs),
  };
}
