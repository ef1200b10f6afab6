/** The accounts of a realm as a snapshot shows them, for plans that nobody carries out. */
import { suffixOf } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import type { AccountDocument } from "./account_document.ts";
import { type AccountIdOf, accountIdsOf } from "./account_ids.ts";
import { seeAccount } from "./account_rows.ts";
import { type AccountBalance, seeBalance } from "./balance_block.ts";
import type { OwnedAccounts } from "./ledger_accounts.ts";

/** No account has the ordinal, nor one after it: a row has 32 bits for one. */
const BEYOND_ALL = 2 ** 32;

/**
 * The ordinals that it is asked for are those of accounts of the realm. Accounts that a plan opens are behind all, and of no
 * owner the accounts are known: no plan is carried out, so it opens one that may be there.
 */
export function accountsSeen(snapshot: Snapshot, realm: number): OwnedAccounts {
  return new SeenAccounts(snapshot, realm);
}

class SeenAccounts implements OwnedAccounts {
  readonly count = BEYOND_ALL;
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

  ordinalOf(realm: number, accountId: string) {
    return seeAccount(this.#snapshot, realm, accountId)?.document.ordinal ?? -1;
  }
  realm(_ordinal: number) {
    return this.#realm;
  }
  isOpen(ordinal: number) {
    return this.status(ordinal) === "open";
  }
  customerKeyOf(ordinal: number) {
    const { ownerType, ownerId } = this.#document(ordinal);
    return ownerType === "customer" ? suffixOf("cust", ownerId) : undefined;
  }
  ofOwner() {
    return [];
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
