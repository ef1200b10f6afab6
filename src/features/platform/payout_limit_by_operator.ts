/** What the operator's operations on limits of payouts share: which limit is meant, and how the company is told of a change. */
import { Type } from "@sinclair/typebox";
import { Currency, Id } from "../../contract/values/formats.ts";
import type { PayoutScope } from "../payout_limit/payout_limit_document.ts";
import { PayoutPeriodName } from "../payout_limit/payout_limit_schema.ts";
import type { OperatorAct } from "./operator_act.ts";
import { OperatorReason } from "./operator_note.ts";

/** The fields that say which limit is meant. */
export const LIMIT_FIELDS = {
  productId: Id("prod"),
  customerId: Type.Optional(Id("cust")),
  currency: Currency,
  period: PayoutPeriodName,
  reason: OperatorReason,
};

/** What the company's audit feed shows; a cap that is absent is not shown. */
export function actOnLimit(
  operation: string,
  { productId, customerId, currency }: PayoutScope & { productId: string },
  told: Readonly<Record<string, string | number | undefined>>,
): OperatorAct {
  const resource =
    customerId === undefined
      ? { type: "product", id: productId }
      : { type: "customer", id: customerId };
  const shown = Object.entries({ currency, ...told }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return { operation, resource, after: Object.fromEntries(shown) };
}
