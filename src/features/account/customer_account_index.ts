/**
 * The accounts of each customer, for readers: an index row for each, key the customer's suffix and
 * the account's, without a value.
 */
import { ID_SUFFIX_LENGTH } from "../../base/id.ts";
import type { Snapshot } from "../../contract/snapshot.ts";
import { EntryTable } from "../../contract/table.ts";
import { decodeAccountDocument } from "../ledger/account_document.ts";
import type { SeenAccount } from "../ledger/account_rows.ts";
import { ACCOUNT_TABLE } from "../ledger/account_table.ts";

export const CUSTOMER_ACCOUNT_TABLE = 40;

const NO_VALUE = new Uint8Array(0);

export class CustomerAccountIndex extends EntryTable {
  constructor() {
    super("customer_account", CUSTOMER_ACCOUNT_TABLE);
  }

  addAccount(scope: number, customerId: string, accountSuffix: string): void {
    this.add(scope, customerAccountKey(customerId, accountSuffix), NO_VALUE);
  }
}

/** The suffix of the customer and that of the account: a customer's accounts, by time. */
function customerAccountKey(customerId: string, accountSuffix: string): string {
  return customerId.slice("cust_".length) + accountSuffix;
}

/** The accounts of a customer, newest first, each read when the caller asks for it. */
export function* accountsOfCustomer(
  snapshot: Snapshot,
  scope: number,
  customerSuffix: string,
): Generator<SeenAccount> {
  const range = { from: customerSuffix, below: `${customerSuffix}~` };
  for (const { key } of snapshot.descend(CUSTOMER_ACCOUNT_TABLE, scope, range)) {
    const suffix = key.slice(-ID_SUFFIX_LENGTH);
    const value = snapshot.get(ACCOUNT_TABLE, scope, suffix);
    if (value !== undefined) yield { suffix, scope, document: decodeAccountDocument(value) };
  }
}
