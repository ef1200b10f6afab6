/** A page of transfers as they stand now, of whatever walk leads to them. */
import type { Found } from "../../contract/found.ts";
import type { ReadContext } from "../../contract/operation.ts";
import { answerPage, type WalkRow } from "../../contract/page.ts";
import type { Refusal } from "../../contract/refusal.ts";
import type { Snapshot } from "../../contract/snapshot.ts";
import { type SeenTransfer, transferForm, transfersIn } from "./transfer_view.ts";
import type { TransferStep } from "./transfer_walk.ts";

export type TransferWalk = {
  /** Steps after a position in falling order; from the newest where it is undefined. */
  stepsAfter(after: string | undefined): Iterable<TransferStep>;
  /** Asked of the step, before its transfer is looked at as it stands; absent: every step may. */
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
