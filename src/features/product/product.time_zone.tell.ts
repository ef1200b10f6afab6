/**
 * product.time_zone.tell: the platform records in a realm of a Product by which time zone its books go. No caller reaches the
 * operation; its key is that of the effect that asks for it.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import type { ZoneOffset } from "../../rails/zone_offsets.ts";
import type { LedgerState } from "../ledger/ledger_state.ts";
import { timeZoneTold } from "./product_time_zone.ts";

const closed = { additionalProperties: false } as const;
const Milliseconds = Type.Integer({ minimum: 0 });
/** From when on, milliseconds UTC, and how many minutes. */
const Offset = Type.Unsafe<ZoneOffset>(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }));

export const productTimeZoneTell = declareWrite<LedgerState>()({
  id: "product.time_zone.tell",
  summary: "Record the time zone of the company",
  description: "Done by the platform when the Product was made, or the company changed its zone.",
  http: { method: "POST", path: "/products/time-zone/tell" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  body: Type.Object(
    {
      zone: Type.Object(
        {
          name: Type.String(),
          offsets: Type.Array(Offset, { minItems: 1 }),
        },
        closed,
      ),
      sinceMs: Type.Optional(Milliseconds),
    },
    { title: "ProductTimeZoneTelling", ...closed },
  ),
  output: Type.Object({}, { title: "ProductTimeZoneTold", ...closed }),
  refusals: [],
  events: [],
  decide: (_state, telling) => accept([timeZoneTold(telling)], {}),
});
