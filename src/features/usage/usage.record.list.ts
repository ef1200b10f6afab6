/** usage.record.list: the operations that were counted, newest first, a row for each operation and meter. */
import { Type } from "@sinclair/typebox";
import { ID_SUFFIX_LENGTH } from "../../base/id.ts";
import { isoTime } from "../../base/iso_time.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { actorOfHead } from "../../contract/records/actor.ts";
import { listOf, listQuery } from "../../contract/values/formats.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";
import { Month } from "../calendar_month.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { ProductPath } from "../product/product_company.ts";
import { placeOfPosition, suffixOfRecord, timeRangeOf } from "../record_walk.ts";
import { MeterName, UsageRecord } from "./usage_schema.ts";
import { type CountedRecord, countedRecords } from "./usage_walk.ts";

export const usageRecordList = declareRead({
  id: "usage.record.list",
  summary: "List the operations that were counted",
  description:
    "Newest first. One that is counted by several meters has a record for each. The quantities of a month and a meter add up to the line of the month's `usage.statement.retrieve`.",
  http: { method: "GET", path: "/products/{productId}/usage/records" },
  principals: PRODUCT_CALLERS,
  scope: "usage:read",
  path: ProductPath,
  query: listQuery({
    month: Type.Optional(
      described(Month, "Only operations that are counted in this month's statement."),
    ),
    meter: Type.Optional(described(MeterName, "Only what this meter has counted.")),
  }),
  output: listOf(UsageRecord, "UsageRecordList"),
  refusals: ["resource_not_found"],
  read(snapshot, input, context) {
    const { principal, realm } = context;
    const otherProduct = refuseOtherProduct(principal, input.productId);
    if (otherProduct !== undefined) return otherProduct;
    const { limit, cursor, ...filters } = input;
    const { month, meter } = filters;
    function* walk(after: string | undefined): Generator<WalkRow> {
      if (realm === undefined) return;
      const range = timeRangeOf(filters);
      const start = placeOfPosition(after?.slice(0, ID_SUFFIX_LENGTH));
      for (const counted of countedRecords(snapshot, realm, { range, month, start })) {
        for (const row of rowsOf(counted)) {
          if (after !== undefined && start === counted.record.place && row.position <= after) {
            continue;
          }
          const isWanted = meter === undefined || row.item?.meter === meter;
          yield isWanted ? row : { position: row.position, item: undefined };
        }
      }
    }
    return answerPage({ limit, cursor, filters, walk }, context);
  },
});

/** A row for each meter, in the order of their names; of a record that counts nothing one without an item. */
function rowsOf({ record, month, counted }: CountedRecord): WalkRow<UsageRecord>[] {
  const suffix = suffixOfRecord(record);
  if (counted.length === 0) return [{ position: suffix, item: undefined }];
  return counted
    .map(({ meter, quantity }) => ({
      position: `${suffix}${meter}`,
      item: {
        operationId: `op_${suffix}`,
        operation: record.operation,
        meter,
        quantity,
        month,
        actor: actorOfHead(record),
        createdAt: isoTime(record.timeMs),
      },
    }))
    .sort((a, b) => (a.position < b.position ? -1 : 1));
}
