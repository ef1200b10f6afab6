/** Schemas of messages to banks; only the platform's own steps see them. */
import { Type } from "@sinclair/typebox";
import { ProviderName } from "../provider/provider_schema.ts";
import { ORDER_KINDS } from "./bank_message_document.ts";

export const closed = { additionalProperties: false };
export const BankMessageId = Type.String({ pattern: "^bmsg_[0-9A-Z]{26}$" });

export const OrderGroupSchema = {
  provider: ProviderName,
  kind: Type.Union(ORDER_KINDS.map((kind) => Type.Literal(kind))),
  action: Type.Optional(Type.Literal("cancel")),
  rail: Type.Union(["sepa", "ach", "fps", "wire"].map((rail) => Type.Literal(rail))),
  currency: Type.String({ pattern: "^[A-Z]{3}$" }),
  sequence: Type.Optional(Type.Union([Type.Literal("first"), Type.Literal("recurrent")])),
};

/** What the steps answer. `bankMessageId`: absent where there was nothing to put into a message. */
export const BankMessageStep = Type.Object(
  { bankMessageId: Type.Optional(BankMessageId), orders: Type.Integer({ minimum: 0 }) },
  { title: "BankMessageStep", ...closed },
);
