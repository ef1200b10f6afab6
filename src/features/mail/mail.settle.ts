/** mail.settle: what became of a mail. The record says so, and settles the effect. */
import { type Static, Type } from "@sinclair/typebox";
import { MAIL_FAULTS } from "../../contract/declare/mail.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";

export const MAIL_SETTLED = "mail.settled.1";

const closed = { additionalProperties: false } as const;
const Attempts = Type.Integer({
  minimum: 0,
  description: "Attempts since the process began; those of an earlier process are not counted.",
});

const MailOutcome = Type.Union([
  Type.Object({ status: Type.Literal("sent"), attempts: Attempts }, closed),
  Type.Object(
    {
      status: Type.Literal("given_up"),
      attempts: Attempts,
      code: Type.Union(
        MAIL_FAULTS.map((code) => Type.Literal(code)),
        { description: "Why the last attempt failed, or why there was none." },
      ),
    },
    closed,
  ),
]);

/** Whom the mail was for stands in the record that named it. */
export type MailSettled = Fact & { kind: typeof MAIL_SETTLED } & Static<typeof MailOutcome>;

export const mailSettle = declareWrite<object>()({
  id: "mail.settle",
  summary: "Record what became of a mail",
  http: { method: "POST", path: "/platform/mails/settle" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  acts: { on: "platform" },
  body: Type.Object({ outcome: MailOutcome }, { title: "MailSettlement", ...closed }),
  output: Type.Object({}, { title: "MailSettled", ...closed }),
  refusals: [],
  events: [],
  decide(_state, { outcome }) {
    const settled = { kind: MAIL_SETTLED, ...outcome } as MailSettled;
    return accept([settled], {});
  },
});
