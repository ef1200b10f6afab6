/**
 * A batch of payouts: its schemas, and its answer, which is derived from its record alone. The record has the document of each
 * payout that was made, a failed row for each item that lacked money, and a fact for each item of which no payout was made.
 */
import { type Static, Type } from "@sinclair/typebox";
import { encodeIdSuffix, originOf } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import { Amount, Currency, Id } from "../../contract/values/formats.ts";
import { TRANSFER_ROW, type TransferRow } from "../ledger/transfer_row.ts";
import { suffixOfRecord } from "../record_walk.ts";
import { BATCH_ITEMS_MAX } from "../transfer/transfer_batch.ts";
import { transferIdOf } from "./payout_document.ts";
import { payouts } from "./payout_noun.ts";
import { PayoutDraft } from "./payout_schema.ts";

export const PAYOUT_BATCH_REFUSED = "payout.batch_refused.1";

/** Why there is no payout of the item at `index`. If the item has a row, that row is a failed one. */
export type PayoutBatchRefused = {
  kind: typeof PAYOUT_BATCH_REFUSED;
  index: number;
  error: Pick<Refusal, "code" | "message" | "details">;
};

export const PayoutBatchDraft = Type.Object(
  {
    items: described(
      Type.Array(PayoutDraft, { minItems: 1, maxItems: BATCH_ITEMS_MAX }),
      "The payouts, in the order in which they are decided; all of one Product.",
    ),
    atomic: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          "All or nothing: the first item of which no payout can be made refuses the batch. What providers say later of one payout changes no other.",
      }),
    ),
  },
  {
    title: "PayoutBatchDraft",
    description: "Payouts to make in one request.",
    additionalProperties: false,
  },
);
export type PayoutBatchDraft = Static<typeof PayoutBatchDraft>;

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
    title: "PayoutBatchItemError",
    description: "Why no payout was made of an item of a batch.",
    additionalProperties: false,
  },
);

const ItemResult = Type.Object(
  {
    status: Type.Union(
      [
        Type.Literal("created"),
        Type.Literal("posted"),
        Type.Literal("failed"),
        Type.Literal("refused"),
      ],
      {
        description:
          "`created`: the money is reserved, and the provider is asked from now on; events tell what becomes of the payout. `posted`: it went over the book. `failed`: no payout was made, and a failed transfer is on record. `refused`: nothing was made.",
      },
    ),
    payoutId: Type.Optional(
      described(Id("po"), "The payout that was made; absent where none was."),
    ),
    transferId: Type.Optional(
      described(
        Id("tr"),
        "The transfer of the payout, or the one that failed; absent where `status` is `refused`.",
      ),
    ),
    amount: Type.Optional(
      described(Amount, "Minor units that the payout pays; absent where none was made."),
    ),
    currency: Type.Optional(described(Currency, "Of the amount; absent where it is.")),
    error: Type.Optional(described(ItemError, "Why no payout was made; absent where one was.")),
  },
  {
    title: "PayoutBatchItemResult",
    description: "What became of one item of a batch, when the batch was decided.",
    additionalProperties: false,
  },
);
type ItemResult = Static<typeof ItemResult>;

export const PayoutBatch = Type.Object(
  {
    results: Type.Array(ItemResult, { description: "One for each item, in order." }),
    made: described(Type.Integer({ minimum: 0 }), "Items of which a payout was made."),
    failed: Type.Integer({ minimum: 0, description: "Items of which none was made." }),
    operationId: described(Id("op"), "The operation of the whole batch."),
    receiptId: described(Id("rcpt"), "The receipt of the whole batch."),
  },
  {
    title: "PayoutBatch",
    description: "What became of a batch of payouts, when it was decided.",
    additionalProperties: false,
  },
);
export type PayoutBatch = Static<typeof PayoutBatch>;

/** JSON of the batch; always the same for the same record. */
export function payoutBatchJson(record: StoredRecord): string {
  const results = new Map<number, ItemResult>();
  for (const fact of record.facts) {
    const payout = payouts.of(fact);
    if (payout !== undefined) {
      const { payoutId, amountMinor: amount, currency } = payout;
      const status = payout.status === "posted" ? "posted" : "created";
      const transferId = transferIdOf(payout);
      results.set(subOf(payoutId), { status, payoutId, transferId, amount, currency });
    } else if (fact.kind === PAYOUT_BATCH_REFUSED) {
      const { index, error } = fact as PayoutBatchRefused;
      results.set(index, failedOrRefused(record, index, error));
    }
  }
  const inOrder = [...results].sort(([a], [b]) => a - b).map(([, result]) => result);
  const made = inOrder.filter(({ payoutId }) => payoutId !== undefined).length;
  const own = suffixOfRecord(record);
  const ids = { operationId: `op_${own}`, receiptId: `rcpt_${own}` };
  return JSON.stringify({ results: inOrder, made, failed: inOrder.length - made, ...ids });
}

function failedOrRefused(
  { facts, timeMs, shard, place }: StoredRecord,
  index: number,
  error: PayoutBatchRefused["error"],
): ItemResult {
  const hasRow = facts.some(
    (fact) => fact.kind === TRANSFER_ROW && (fact as TransferRow).sub === index,
  );
  if (!hasRow) return { status: "refused", error };
  const transferId = `tr_${encodeIdSuffix(timeMs, shard, place, index)}`;
  return { status: "failed", transferId, error };
}

function subOf(payoutId: string): number {
  const origin = originOf("po", payoutId);
  invariant(origin !== undefined, "the id of a payout on record is well formed");
  return origin.sub;
}
