/** Finds the accounts of a customer by the index that the table of accounts keeps. */
import { ID_SUFFIX_LENGTH } from "../../base/id.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeAccountDocument } from "../ledger/account_document.ts";
import type { SeenAccount } from "../ledger/account_rows.ts";
import { LEDGER_TABLE } from "../table_codes.ts";

/** The accounts of a customer, newest first; each is read only when the caller asks for it. */
export function* accountsOfCustomer(
  snapshot: Snapshot,
  realm: number,
  customerSuffix: string,
): Generator<SeenAccount> {
  const range = { from: customerSuffix, below: `${customerSuffix}~` };
  for (const { key } of snapshot.descend(LEDGER_TABLE.customerAccount, realm, range)) {
    const suffix = key.slice(-ID_SUFFIX_LENGTH);
    const value = snapshot.get(LEDGER_TABLE.account, realm, suffix);
    if (value !== undefined) yield { suffix, realm, document: decodeAccountDocument(value) };
  }
}
