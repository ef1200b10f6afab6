/** The schema of a person in answers. */
import { type Static, Type } from "@sinclair/typebox";
import { Id, Timestamp } from "../../contract/formats.ts";
import { PII } from "../../contract/redaction.ts";
import { RoleName } from "../tenant/tenant_schema.ts";

export const User = Type.Object(
  {
    userId: Id("usr"),
    email: Type.String({ description: "The confirmed e-mail address.", ...PII }),
    displayName: Type.String({ description: "The person's name.", ...PII }),
    mfa: Type.Object(
      { totp: Type.Boolean({ description: "Whether a second factor by TOTP is confirmed." }) },
      { additionalProperties: false },
    ),
    tenants: Type.Array(
      Type.Object(
        {
          tenantId: Id("ten"),
          name: Type.String({ description: "The company's name." }),
          memberId: Id("mem"),
          role: RoleName,
        },
        { additionalProperties: false },
      ),
      { description: "The companies that the person is a member of, oldest membership first." },
    ),
    revision: Type.Integer({ minimum: 1 }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "User", additionalProperties: false },
);
export type User = Static<typeof User>;
