/** Rows of the lists of holds, by creation or by account, for `answerCreatedList`. */
import { ID_SUFFIX_LENGTH } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { ReadContext } from "../../contract/operation.ts";
import type { Snapshot } from "../../contract/snapshot.ts";
import { decodeDocument } from "../../contract/table.ts";
import type { CreatedList } from "../created_list.ts";
import type { TransferHoldDocument } from "./transfer_hold_document.ts";
import { transferHoldJson } from "./transfer_hold_json.ts";
import { ACCOUNT_TRANSFER_HOLD_TABLE, TRANSFER_HOLD_TABLE } from "./transfer_hold_state.ts";

type Matches = (hold: TransferHoldDocument) => boolean;

/** The holds of the scope that match. */
export function holdRows(
  snapshot: Snapshot,
  { principal }: ReadContext,
  matches: Matches,
): CreatedList {
  return {
    snapshot,
    tableCode: TRANSFER_HOLD_TABLE,
    itemOf(_key, value) {
      const hold = decodeDocument<TransferHoldDocument>(value);
      return matches(hold) ? transferHoldJson(hold, principal) : undefined;
    },
  };
}

/** The holds that match with this account as their source or destination. */
export function holdRowsOfAccount(
  snapshot: Snapshot,
  { principal, scope }: ReadContext,
  { accountSuffix, matches }: { accountSuffix: string; matches: Matches },
): CreatedList {
  return {
    snapshot,
    tableCode: ACCOUNT_TRANSFER_HOLD_TABLE,
    keyPrefix: accountSuffix,
    itemOf(key) {
      invariant(scope !== undefined, "rows belong to a scope");
      const value = snapshot.get(TRANSFER_HOLD_TABLE, scope, key.slice(-ID_SUFFIX_LENGTH));
      invariant(value !== undefined, "the hold of an entry exists");
      const hold = decodeDocument<TransferHoldDocument>(value);
      return matches(hold) ? transferHoldJson(hold, principal) : undefined;
    },
  };
}
