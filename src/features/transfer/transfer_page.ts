/** A page of transfers with their present status, for any walk over transfers. */
import type { Found } from "../../contract/declare/found.ts";
import type { ReadContext } from "../../contract/declare/operation.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { answerPage, answerPageAsBytes, type WalkRow } from "../../contract/values/page.ts";
import type { RowWalk } from "../ledger/rows_in_place.ts";
import { transferByteWalk } from "./transfer_bytes.ts";
import { type SeenTransfer, transferForm, transfersIn } from "./transfer_view.ts";
import type { TransferStep } from "./transfer_walk.ts";

export type TransferWalk = {
  /** The steps after a position, in falling order; undefined starts at the newest. */
  stepsAfter(after: string | undefined): Iterable<TransferStep>;
  /**
   * The rows of the same walk where they lie, for a page that has every transfer of the walk. Absent
   * where the walk has no such form, or where a transfer may not match.
   */
  rowsAfter?: ((after: string | undefined) => RowWalk) | undefined;
  /** Tests a step before the present status of its transfer is read; absent: every step passes. */
  mayMatch?(step: TransferStep): boolean;
  matches(transfer: SeenTransfer): boolean;
};

export function answerTransferPage(
  input: { limit?: number | string; cursor?: string },
  context: ReadContext,
  snapshot: Snapshot,
  { stepsAfter, rowsAfter, mayMatch, matches }: TransferWalk,
): Found | Refusal<"invalid_request"> {
  const { limit, cursor, ...filters } = input;
  const see = transfersIn(snapshot);
  function* walk(after: string | undefined): Generator<WalkRow<SeenTransfer>> {
    for (const step of stepsAfter(after)) {
      const { position, transfer } = step;
      if (transfer === undefined || mayMatch?.(step) === false) {
        yield { position, item: undefined };
        continue;
      }
      const item = see(transfer.row, transfer.record, position);
      yield { position, item: matches(item) ? item : undefined };
    }
  }
  const form = transferForm(snapshot, context.principal);
  const request = { limit: limit?.toString(), cursor, filters, walk, form };
  const { realm, principal } = context;
  if (rowsAfter === undefined || realm === undefined) return answerPage(request, context);
  const walkBytes = (after: string | undefined) =>
    transferByteWalk(snapshot, realm, principal, rowsAfter(after));
  return answerPageAsBytes(request, walkBytes, context);
}
