/**
 * platform.usage.check: compares, for the operator, the statement of usage of a month with the sum over the records of the
 * month, meter by meter. A page walks a bounded number of records; its position has what was added up so far, and what the
 * statement said when the first page was read.
 */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { Id, listOf, listQuery } from "../../contract/values/formats.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";
import { Month } from "../calendar_month.ts";
import { METERS } from "../metering/meters.ts";
import { placeOfPosition, suffixOfRecord } from "../record_walk.ts";
import { quantityOf, usageIn } from "../usage/usage_statement.ts";
import { countedRecords } from "../usage/usage_walk.ts";
import { BY_OPERATOR } from "./platform_operation.ts";

const closed = { additionalProperties: false } as const;
const Count = Type.Integer({ minimum: 0 });

const UsageChecked = Type.Object(
  {
    meter: Type.String(),
    statement: Count,
    records: Count,
    agrees: Type.Boolean(),
  },
  { title: "PlatformUsageChecked", ...closed },
);

/** How far a check has come: behind the record at `suffix`, or behind so many rows of its result. */
type Position = { suffix: string; rows: number; statement: number[]; records: number[] };

export const platformUsageCheck = declareRead({
  ...BY_OPERATOR,
  id: "platform.usage.check",
  summary: "Compare a statement of usage with the records that it counts",
  http: { method: "GET", path: "/platform/usage/check" },
  acts: { on: "product", by: "productId" },
  query: listQuery({ productId: Id("prod"), month: Month }),
  output: listOf(UsageChecked, "PlatformUsageCheckedList"),
  refusals: [],
  read(snapshot, { limit, cursor, ...filters }, context) {
    const walk = (after: string | undefined) =>
      checked(snapshot, context.realm, { month: filters.month, after });
    return answerPage({ limit, cursor, filters, walk }, context);
  },
});

function* checked(
  snapshot: Snapshot,
  realm: number | undefined,
  { month, after }: { month: string; after: string | undefined },
): Generator<WalkRow> {
  const begun = after === undefined ? firstPosition(snapshot, realm, month) : positionOf(after);
  const { suffix, rows, statement, records } = begun;
  if (realm !== undefined && rows === 0) {
    const start = suffix === "" ? undefined : placeOfPosition(suffix);
    for (const { record, counted } of countedRecords(snapshot, realm, { month, start })) {
      if (record.place === start) continue;
      for (const { meter, quantity } of counted) {
        const index = METERS.findIndex((each) => each.meter === meter);
        records[index] = (records[index] ?? 0) + quantity;
      }
      const position = { ...begun, suffix: suffixOfRecord(record) };
      yield { position: JSON.stringify(position), item: undefined };
    }
  }
  for (const [index, { meter }] of METERS.entries()) {
    if (index < rows) continue;
    const [told = 0, found = 0] = [statement[index], records[index]];
    const position = JSON.stringify({ ...begun, rows: index + 1 });
    yield { position, item: { meter, statement: told, records: found, agrees: told === found } };
  }
}

function firstPosition(snapshot: Snapshot, realm: number | undefined, month: string): Position {
  const usage = usageIn(snapshot, realm, month);
  const statement = METERS.map(({ meter }) => quantityOf(usage, meter));
  return { suffix: "", rows: 0, statement, records: METERS.map(() => 0) };
}

function positionOf(text: string): Position {
  return JSON.parse(text) as Position;
}
