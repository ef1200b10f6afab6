/** Finds the accounts of a customer by the index that the table of accounts keeps. */
import { ID_SUFFIX_LENGTH } from "../../base/id.ts";
import type { Snapshot } from "../../contract/snapshot.ts";
import { decodeAccountDocument } from "../ledger/account_document.ts";
import type { SeenAccount } from "../ledger/account_rows.ts";
import { ACCOUNT_TABLE, CUSTOMER_ACCOUNT_TABLE } from "../ledger/account_table.ts";

/** The accounts of a customer, newest first; each is read only when the caller asks for it. */
export function* accountsOfCustomer(
  snapshot: Snapshot,
  realm: number,
  customerSuffix: string,
): Generator<SeenAccount> {
  const range = { from: customerSuffix, below: `${customerSuffix}~` };
  for (const { key } of snapshot.descend(CUSTOMER_ACCOUNT_TABLE, realm, range)) {
    const suffix = key.slice(-ID_SUFFIX_LENGTH);
    const value = snapshot.get(ACCOUNT_TABLE, realm, suffix);
    if (value !== undefined) yield { suffix, realm, document: decodeAccountDocument(value) };
  }
}
