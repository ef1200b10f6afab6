/** The accounts of a realm as a snapshot shows them, for plans that nobody carries out. */
import { invariant } from "../../base/invariant.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import type { AccountDocument } from "./account_document.ts";
import { type AccountIdOf, accountIdsOf } from "./account_ids.ts";
import { seeAccount } from "./account_rows.ts";
import { type AccountBalance, seeBalance } from "./balance_block.ts";
import type { LedgerAccounts } from "./ledger_accounts.ts";

/** The ordinals that it is asked for are those of accounts of the realm. */
export function accountsSeen(snapshot: Snapshot, realm: number): LedgerAccounts {
  return new SeenAccounts(snapshot, realm);
}

class SeenAccounts implements LedgerAccounts {
  readonly #snapshot: Snapshot;
  readonly #realm: number;
  readonly #idOf: AccountIdOf;
  readonly #documents = new Map<number, AccountDocument>();
  readonly #balances = new Map<number, AccountBalance>();

  constructor(snapshot: Snapshot, realm: number) {
    this.#snapshot = snapshot;
    this.#realm = realm;
    this.#idOf = accountIdsOf(snapshot);
  }

  accountId(ordinal: number) {
    return this.#idOf(ordinal);
  }
  status(ordinal: number) {
    return this.#document(ordinal).status;
  }
  roleCode(ordinal: number) {
    return this.#document(ordinal).roleCode;
  }
  currency(ordinal: number) {
    return this.#document(ordinal).currency;
  }
  hasCurrency(ordinal: number, currency: string) {
    return this.currency(ordinal) === currency;
  }
  extras(ordinal: number) {
    return this.#document(ordinal).extras;
  }
  debitsPosted(ordinal: number) {
    return this.#balance(ordinal).debitsPosted;
  }
  creditsPosted(ordinal: number) {
    return this.#balance(ordinal).creditsPosted;
  }
  debitsPending(ordinal: number) {
    return this.#balance(ordinal).debitsPending;
  }
  creditsPending(ordinal: number) {
    return this.#balance(ordinal).creditsPending;
  }
  headPlace(ordinal: number) {
    return this.#balance(ordinal).head.place;
  }
  headSub(ordinal: number) {
    return this.#balance(ordinal).head.sub;
  }

  #document(ordinal: number): AccountDocument {
    const known = this.#documents.get(ordinal);
    if (known !== undefined) return known;
    const seen = seeAccount(this.#snapshot, this.#realm, this.#idOf(ordinal));
    invariant(seen !== undefined, "an account that a plan names is of its realm");
    this.#documents.set(ordinal, seen.document);
    return seen.document;
  }

  #balance(ordinal: number): AccountBalance {
    const known = this.#balances.get(ordinal) ?? seeBalance(this.#snapshot, ordinal);
    this.#balances.set(ordinal, known);
    return known;
  }
}
