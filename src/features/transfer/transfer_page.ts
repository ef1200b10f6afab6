/** A page of transfers with their present status, for any walk over transfers. */
import type { Found } from "../../contract/found.ts";
import type { ReadContext } from "../../contract/operation.ts";
import { answerPage, type WalkRow } from "../../contract/page.ts";
import type { Refusal } from "../../contract/refusal.ts";
import type { Snapshot } from "../../contract/snapshot.ts";
import { type SeenTransfer, transferForm, transfersIn } from "./transfer_view.ts";
import type { TransferStep } from "./transfer_walk.ts";

export type TransferWalk = {
  /** The steps after a position, in falling order; undefined starts at the newest. */
  stepsAfter(after: string | undefined): Iterable<TransferStep>;
  /** Tests a step before the present status of its transfer is read; absent: every step passes. */
  mayMatch?(step: TransferStep): boolean;
  matches(transfer: SeenTransfer): boolean;
};

export function answerTransferPage(
  input: { limit?: number | string; cursor?: string },
  context: ReadContext,
  snapshot: Snapshot,
  { stepsAfter, mayMatch, matches }: TransferWalk,
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
  return answerPage(
    { limit: limit === undefined ? undefined : String(limit), cursor, filters, walk, form },
    context,
  );
}
