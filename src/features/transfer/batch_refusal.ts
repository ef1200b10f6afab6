/** The refusal of an atomic batch, of transfers or of payouts: that of the first item that cannot be. */
import type { Fact } from "../../contract/records/record.ts";
import type { ErrorCode } from "../../contract/refusals/error_catalog.ts";
import type { Issue, Refusal } from "../../contract/refusals/refusal.ts";

/**
 * The refusal of one item, as the refusal of the whole batch: it names the item, and its issues lead into the list. `facts`:
 * what the record keeps, which moves no money.
 */
export function refusalOfItem<C extends ErrorCode>(
  { code, message, details }: Refusal<C>,
  itemIndex: number,
  facts: readonly Fact[],
): Refusal<C> {
  const { issues: own = [{ code, message, path: [] }] } = details as { issues?: Issue[] };
  const issues = own.map((issue) => ({ ...issue, path: ["items", itemIndex, ...issue.path] }));
  const ofItem = { ...details, itemIndex, issues };
  return { refused: true, code, message: `item ${itemIndex}: ${message}`, details: ofItem, facts };
}
