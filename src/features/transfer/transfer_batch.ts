/**
 * The answer of a batch, derived from its record alone: the record has a row for each item that
 * posted or failed, and a fact for each item that was refused or failed. The text is hand-written
 * because a batch of 1,000 items renders it a thousand times; the plain twin is
 * transfer_batch.test.ts.
 */
import { type Static, Type } from "@sinclair/typebox";
import { newView } from "../../base/byte_view.ts";
import {
  decodeIdSuffix,
  encodeIdSuffix,
  ID_SUFFIX_LENGTH,
  type IdOrigin,
  writeIdSuffixes,
} from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import type { Fact, StoredRecord } from "../../contract/records/record.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import { Id } from "../../contract/values/formats.ts";
import { TRANSFER_ROW, type TransferRow } from "../ledger/transfer_row.ts";
import { suffixOfRecord } from "../record_walk.ts";
import { TransferDraft } from "./transfer_schema.ts";

/** Most items of one batch. A record cannot make many more things: 1,024. */
export const BATCH_ITEMS_MAX = 1_000;

export const TRANSFER_BATCH_REFUSED = "transfer.batch_refused.1";

/** Why the item at `index` did not post. If the item has a row, that row is a failed one. */
export type TransferBatchRefused = {
  kind: typeof TRANSFER_BATCH_REFUSED;
  index: number;
  error: Pick<Refusal, "code" | "message" | "details">;
};

export const TransferBatchDraft = Type.Object(
  {
    items: described(
      Type.Array(TransferDraft, { minItems: 1, maxItems: BATCH_ITEMS_MAX }),
      "The transfers, in the order in which they are decided.",
    ),
    atomic: Type.Optional(
      Type.Boolean({
        default: false,
        description: "All or nothing: the first item that cannot be refuses the batch.",
      }),
    ),
  },
  {
    title: "TransferBatchDraft",
    description: "Transfers to make in one request.",
    additionalProperties: false,
  },
);

const ItemError = Type.Object(
  {
    code: described(Type.String(), "Code of the refusal, as in the catalog of errors."),
    message: described(Type.String(), "For people; may change at any time."),
    details: described(
      Type.Record(Type.String(), Type.Unknown()),
      "What the code is about, as in an error.",
    ),
  },
  {
    title: "TransferBatchItemError",
    description: "Why an item of a batch did not post.",
    additionalProperties: false,
  },
);

const ItemResult = Type.Object(
  {
    status: Type.Union([Type.Literal("posted"), Type.Literal("failed"), Type.Literal("refused")], {
      description: "`failed`: recorded as a failed transfer. `refused`: no transfer was made.",
    }),
    transferId: Type.Optional(
      described(Id("tr"), "The transfer that was made; absent where `status` is `refused`."),
    ),
    error: Type.Optional(described(ItemError, "Why the item did not post; absent where it did.")),
  },
  {
    title: "TransferBatchItemResult",
    description: "What became of one item of a batch.",
    additionalProperties: false,
  },
);

export const TransferBatch = Type.Object(
  {
    results: Type.Array(ItemResult, { description: "One for each item, in order." }),
    posted: described(Type.Integer({ minimum: 0 }), "Items that posted."),
    failed: Type.Integer({ minimum: 0, description: "Items that did not post." }),
    operationId: described(Id("op"), "The operation of the whole batch."),
    receiptId: described(Id("rcpt"), "The receipt of the whole batch."),
  },
  { title: "TransferBatch", description: "What became of a batch.", additionalProperties: false },
);
export type TransferBatch = Static<typeof TransferBatch>;

/** JSON of the batch; always the same for the same record. */
export function transferBatchJson(record: StoredRecord): string {
  const { timeMs, shard, place, facts } = record;
  if (isAllPosted(facts)) return postedBatchJson(record, suffixOfRecord(record), facts.length);
  const errors: (TransferBatchRefused["error"] | undefined)[] = [];
  let failed = 0;
  for (let at = facts.length - 1; at >= 0; at--) {
    if (facts[at]?.kind !== TRANSFER_BATCH_REFUSED) break;
    const { index, error } = facts[at] as TransferBatchRefused;
    errors[index] = error;
    failed++;
  }
  const results: string[] = [];
  for (const fact of facts) {
    if (fact.kind !== TRANSFER_ROW) break;
    const { sub } = fact as TransferRow;
    const error = errors[sub];
    const status = error === undefined ? "posted" : "failed";
    const tail = error === undefined ? "" : `,"error":${JSON.stringify(error)}`;
    const suffix = encodeIdSuffix(timeMs, shard, place, sub);
    results[sub] = `{"status":"${status}","transferId":"tr_${suffix}"${tail}}`;
  }
  errors.forEach((error, index) => {
    results[index] ??= `{"status":"refused","error":${JSON.stringify(error)}}`;
  });
  const counts = { posted: results.length - failed, failed };
  return `{"results":[${results.join(",")}${endText(counts, suffixOfRecord(record))}`;
}

/** True of the facts of a batch whose items all posted: those that did not stand at the end. */
export function isAllPosted(facts: readonly Fact[]): boolean {
  return facts.at(-1)?.kind === TRANSFER_ROW;
}

/** The answer to a plain batch whose items all posted, of their number and the record's suffix. */
export function plainBatchJson(count: number, suffix: string): string {
  const origin = decodeIdSuffix(suffix);
  invariant(origin !== undefined, "the suffix of a record is well formed");
  return postedBatchJson(origin, suffix, count);
}

const POSTED_START = '{"results":[';
const POSTED_ITEM = `{"status":"posted","transferId":"tr_${" ".repeat(ID_SUFFIX_LENGTH)}"},`;
/**
 * The bytes of an answer up to the end of its results: every item has the same length, so only the
 * ids in it are written.
 */
const POSTED = Buffer.from(POSTED_START + POSTED_ITEM.repeat(BATCH_ITEMS_MAX), "latin1");
const POSTED_VIEW = newView(POSTED);
const POSTED_IDS_AT = POSTED_START.length + POSTED_ITEM.indexOf(" ");

/** `own`: the suffix of the record. */
function postedBatchJson(record: Omit<IdOrigin, "sub">, own: string, count: number): string {
  writeIdSuffixes(POSTED_VIEW, { at: POSTED_IDS_AT, stride: POSTED_ITEM.length, count }, record);
  const end = POSTED_START.length + POSTED_ITEM.length * count - 1;
  return POSTED.toString("latin1", 0, end) + endText({ posted: count, failed: 0 }, own);
}

/** Everything after the results. */
function endText({ posted, failed }: { posted: number; failed: number }, own: string): string {
  return `],"posted":${posted},"failed":${failed},"operationId":"op_${own}","receiptId":"rcpt_${own}"}`;
}
