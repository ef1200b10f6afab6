/** The schema of a person in answers. */
import { type Static, Type } from "@sinclair/typebox";
import { PII, SECRET } from "../../contract/declare/redaction.ts";
import { GUESSABLE } from "../../contract/declare/schema_marks.ts";
import { Id, notBlank, Revision, Timestamp } from "../../contract/values/formats.ts";
import { ruled } from "../../contract/values/value_rules.ts";
import { RoleName } from "../tenant/tenant_schema.ts";

export const User = Type.Object(
  {
    userId: Id("usr"),
    email: Type.String({ description: "The confirmed e-mail address.", ...PII }),
    displayName: Type.String({ description: "The person's name.", ...PII }),
    mfa: Type.Object(
      { totp: Type.Boolean({ description: "Whether a second factor by TOTP is confirmed." }) },
      { description: "What the person proves a login with.", additionalProperties: false },
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
    revision: Revision,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "User", description: "A person who can sign in.", additionalProperties: false },
);
export type User = Static<typeof User>;

/** The name of a person, as it is given. */
export const DisplayName = notBlank(
  Type.String({
    minLength: 1,
    maxLength: 120,
    description: "What the person wants to be called, in answers and mails.",
    ...PII,
  }),
);

/** The code of a mail. */
export const MailedDigits = ruled(
  Type.String({
    pattern: "^[0-9]{6}(?:[0-9]{6})?$",
    description:
      "The digits of the mail: six, or twelve where the codes for the address were guessed at or asked for too often today. Five wrong ones retire them; right ones work once.",
    ...SECRET,
    ...GUESSABLE,
  }),
  { mustBe: "the six or twelve digits of the mail" },
);

/** A code of the second factor. */
export const FactorCode = Type.String({
  minLength: 6,
  maxLength: 64,
  description:
    "Six digits of the authenticator app, or one of the recovery codes. Each is taken once.",
  ...SECRET,
  ...GUESSABLE,
});

/** The output of an operation whose answer has no body. */
export const Nothing = Type.Null();
