/**
 * The ledger's accounts in memory, as columns of numbers instead of objects: an account costs its
 * id, a map entry and about 92 bytes. An account's ordinal is its number in the order of creation
 * within the shard; it never changes, and rows of the log name accounts by it.
 * Gain and cost: see row p8 of bench/README.md. Plain twin: account_table.test.ts.
 */
import { grown } from "../../base/growable.ts";
import { invariant } from "../../base/invariant.ts";
import { UniqueIndex } from "../../contract/document_index.ts";
import { EntryTable } from "../../contract/entry_table.ts";
import { type Mark, numberKey, type Table, type TableSink } from "../../contract/table.ts";
import {
  ACCOUNT_STATUSES,
  type AccountDocument,
  type AccountExtras,
  type AccountStatus,
  decodeAccountDocument,
  encodeAccountDocument,
} from "./account_document.ts";
import { BalanceTable } from "./balance_table.ts";
import type { OwnerType } from "./roles.ts";
import { packCurrency, type RowPosition, unpackCurrency } from "./transfer_row.ts";

/** The fields of a new account. */
export type NewAccount = {
  /** The 26 characters after `acct_`. */
  suffix: string;
  realm: number;
  roleCode: number;
  currency: string;
  ownerType: OwnerType;
  ownerId: string;
  changedBy: string;
  atMs: number;
  extras: AccountExtras | undefined;
};

export const ACCOUNT_TABLE = 8;
export const ACCOUNT_ORDINAL_TABLE = 9;
export const ACCOUNT_EXTERNAL_ID_TABLE = 21;
/** Accounts of each customer, for reads. Key: the customer's suffix and the account's; no value. */
export const CUSTOMER_ACCOUNT_TABLE = 40;

const encoder = new TextEncoder();
const NO_BYTES = new Uint8Array(0);

export class AccountTable implements Table {
  readonly name = "account";
  readonly code = ACCOUNT_TABLE;
  readonly version = 1;
  /** Suffix of each account by ordinal, for reads; only in the `state` database. */
  readonly ordinals = new EntryTable("account_ordinal", ACCOUNT_ORDINAL_TABLE);
  /** Counters and newest row of every account, which change with every transfer. */
  readonly balances = new BalanceTable();
  readonly externalIds = new UniqueIndex({
    name: "account_external_id",
    code: ACCOUNT_EXTERNAL_ID_TABLE,
  });
  readonly #byCustomer = new EntryTable("customer_account", CUSTOMER_ACCOUNT_TABLE);
  readonly indexes = [this.ordinals, this.balances, this.externalIds, this.#byCustomer];

  #count = 0;
  readonly #suffixes: string[] = [];
  readonly #bySuffix = new Map<string, number>();
  readonly #extras = new Map<number, AccountExtras>();
  readonly #texts: string[] = [];
  readonly #textNumbers = new Map<string, number>();
  readonly #byOwner = new Map<number, number>();
  /**
   * The key of a customer by the number of the owner's text. A text that is kept has its hash, so
   * that the customer is found in a third of the time that a text made for each request takes.
   */
  readonly #customerKeys: (string | undefined)[] = [];

  #realms = new Uint32Array(1_024);
  #statuses = new Uint8Array(1_024);
  #roles = new Uint8Array(1_024);
  #currencies = new Uint16Array(1_024);
  #owners = new Uint32Array(1_024);
  #nextOfOwner = new Int32Array(1_024);
  #changedBys = new Uint32Array(1_024);
  #revisions = new Uint32Array(1_024);
  #updatedAts = new Float64Array(1_024);
  #isChanged = new Uint8Array(1_024);
  #marks = new Int32Array(1_024);
  #changed: number[] = [];

  get count(): number {
    return this.#count;
  }

  /** The ordinal of an account of `realm`; -1 for unknown, malformed and foreign ids. */
  ordinalOf(realm: number, accountId: string): number {
    if (!accountId.startsWith("acct_")) return -1;
    const ordinal = this.#bySuffix.get(accountId.slice(5));
    return ordinal !== undefined && this.#realms[ordinal] === realm ? ordinal : -1;
  }

  add(account: NewAccount): number {
    const ordinal = this.#count;
    this.#place(ordinal, account.suffix, account.realm);
    this.#roles[ordinal] = account.roleCode;
    this.#currencies[ordinal] = packCurrency(account.currency);
    this.#setOwner(ordinal, account.ownerType, account.ownerId);
    this.setExtras(ordinal, account.extras);
    if (account.ownerType === "customer") {
      const customer = account.ownerId.slice("cust_".length);
      this.#byCustomer.add(account.realm, customer + account.suffix, NO_BYTES);
    }
    this.ordinals.add(0, numberKey(ordinal), encoder.encode(account.suffix));
    this.balances.add(ordinal);
    this.touch(ordinal, account.changedBy, account.atMs);
    return ordinal;
  }

  accountId(ordinal: number): string {
    return `acct_${this.#suffixes[ordinal] as string}`;
  }
  suffix(ordinal: number): string {
    return this.#suffixes[ordinal] as string;
  }
  realm(ordinal: number): number {
    return this.#realms[ordinal] as number;
  }
  status(ordinal: number): AccountStatus {
    return ACCOUNT_STATUSES[this.#statuses[ordinal] as number] as AccountStatus;
  }
  isOpen(ordinal: number): boolean {
    return this.#statuses[ordinal] === 0;
  }
  roleCode(ordinal: number): number {
    return this.#roles[ordinal] as number;
  }
  currency(ordinal: number): string {
    return unpackCurrency(this.#currencies[ordinal] as number);
  }
  hasCurrency(ordinal: number, currency: string): boolean {
    return this.#currencies[ordinal] === packCurrency(currency);
  }
  revision(ordinal: number): number {
    return this.#revisions[ordinal] as number;
  }
  extras(ordinal: number): AccountExtras | undefined {
    return this.#extras.get(ordinal);
  }
  debitsPosted(ordinal: number): bigint {
    return this.balances.debitsPosted(ordinal);
  }
  creditsPosted(ordinal: number): bigint {
    return this.balances.creditsPosted(ordinal);
  }
  debitsPending(ordinal: number): bigint {
    return this.balances.debitsPending(ordinal);
  }
  creditsPending(ordinal: number): bigint {
    return this.balances.creditsPending(ordinal);
  }
  headPlace(ordinal: number): number {
    return this.balances.headPlace(ordinal);
  }
  headSub(ordinal: number): number {
    return this.balances.headSub(ordinal);
  }
  rowCount(ordinal: number): number {
    return this.balances.rowCount(ordinal);
  }

  isOwnedBy(ordinal: number, ownerType: OwnerType): boolean {
    return (this.#texts[this.#owners[ordinal] as number] as string).startsWith(`${ownerType}:`);
  }

  /** The key of the customer who owns the account; undefined where the owner is no customer. */
  customerKeyOf(ordinal: number): string | undefined {
    return this.#customerKeys[this.#owners[ordinal] as number];
  }

  /** Ordinals of the accounts of one owner, newest first. */
  *ofOwner(ownerType: OwnerType, ownerId: string): Generator<number> {
    const owner = this.#textNumbers.get(`${ownerType}:${ownerId}`);
    let ordinal = owner === undefined ? -1 : (this.#byOwner.get(owner) ?? -1);
    while (ordinal >= 0) {
      yield ordinal;
      ordinal = this.#nextOfOwner[ordinal] as number;
    }
  }

  setDebits(ordinal: number, posted: bigint, pending: bigint): void {
    this.balances.setDebits(ordinal, posted, pending);
  }
  setCredits(ordinal: number, posted: bigint, pending: bigint): void {
    this.balances.setCredits(ordinal, posted, pending);
  }

  /** Sets the position of the account's newest row, and increments its number of rows. */
  setHead(ordinal: number, position: RowPosition): void {
    this.balances.setHead(ordinal, position);
  }

  setStatus(ordinal: number, status: AccountStatus): void {
    this.#statuses[ordinal] = ACCOUNT_STATUSES.indexOf(status);
  }

  setExtras(ordinal: number, extras: AccountExtras | undefined): void {
    const before = this.#extras.get(ordinal)?.externalId;
    this.externalIds.move(this.realm(ordinal), this.suffix(ordinal), before, extras?.externalId);
    this.#putExtras(ordinal, extras);
  }

  #putExtras(ordinal: number, extras: AccountExtras | undefined): void {
    if (extras === undefined || Object.keys(extras).length === 0) this.#extras.delete(ordinal);
    else this.#extras.set(ordinal, extras);
  }

  /** Marks a change of the resource itself, not of its money: next revision, actor and time. */
  touch(ordinal: number, changedBy: string, atMs: number): void {
    this.#revisions[ordinal] = (this.#revisions[ordinal] as number) + 1;
    this.#changedBys[ordinal] = this.#numberOfText(changedBy);
    this.#updatedAts[ordinal] = atMs;
    this.#mark(ordinal);
  }

  /** The account's document, which does not have the balance. */
  document(ordinal: number): AccountDocument {
    const owner = this.#texts[this.#owners[ordinal] as number] as string;
    const colon = owner.indexOf(":");
    return {
      ordinal,
      status: this.status(ordinal),
      roleCode: this.roleCode(ordinal),
      currency: this.currency(ordinal),
      revision: this.revision(ordinal),
      updatedAtMs: this.#updatedAts[ordinal] as number,
      ownerType: owner.slice(0, colon) as OwnerType,
      ownerId: owner.slice(colon + 1),
      changedBy: this.#texts[this.#changedBys[ordinal] as number] as string,
      extras: this.#extras.get(ordinal),
    };
  }

  drain(sink: TableSink): void {
    for (const ordinal of this.#changed) {
      this.#isChanged[ordinal] = 0;
      this.#marks[ordinal] = sink(
        this.realm(ordinal),
        this.suffix(ordinal),
        encodeAccountDocument(this.document(ordinal)),
        this.#marks[ordinal] as Mark,
      );
    }
    this.#changed = [];
  }

  load(realm: number, key: string, value: Uint8Array, mark: Mark): void {
    const account = decodeAccountDocument(value);
    const { ordinal } = account;
    this.#place(ordinal, key, realm);
    this.#marks[ordinal] = mark;
    this.setStatus(ordinal, account.status);
    this.#roles[ordinal] = account.roleCode;
    this.#currencies[ordinal] = packCurrency(account.currency);
    this.#setOwner(ordinal, account.ownerType, account.ownerId);
    this.#changedBys[ordinal] = this.#numberOfText(account.changedBy);
    this.#revisions[ordinal] = account.revision;
    this.#updatedAts[ordinal] = account.updatedAtMs;
    this.#putExtras(ordinal, account.extras);
  }

  #place(ordinal: number, suffix: string, realm: number): void {
    invariant(!this.#bySuffix.has(suffix), "an account id is new");
    this.#grow(ordinal);
    this.#count = Math.max(this.#count, ordinal + 1);
    this.#suffixes[ordinal] = suffix;
    this.#bySuffix.set(suffix, ordinal);
    this.#realms[ordinal] = realm;
    this.#statuses[ordinal] = 0;
  }

  #setOwner(ordinal: number, ownerType: OwnerType, ownerId: string): void {
    const owner = this.#numberOfText(`${ownerType}:${ownerId}`);
    this.#owners[ordinal] = owner;
    if (ownerType === "customer") this.#customerKeys[owner] ??= ownerId.slice("cust_".length);
    this.#nextOfOwner[ordinal] = this.#byOwner.get(owner) ?? -1;
    this.#byOwner.set(owner, ordinal);
  }

  #mark(ordinal: number): void {
    if (this.#isChanged[ordinal] === 1) return;
    this.#isChanged[ordinal] = 1;
    this.#changed.push(ordinal);
  }

  #numberOfText(text: string): number {
    const known = this.#textNumbers.get(text);
    if (known !== undefined) return known;
    const next = this.#texts.push(text) - 1;
    this.#textNumbers.set(text, next);
    return next;
  }

  #grow(at: number): void {
    if (at < this.#realms.length) return;
    this.#realms = grown(this.#realms, at);
    this.#statuses = grown(this.#statuses, at);
    this.#roles = grown(this.#roles, at);
    this.#currencies = grown(this.#currencies, at);
    this.#owners = grown(this.#owners, at);
    this.#nextOfOwner = grown(this.#nextOfOwner, at);
    this.#changedBys = grown(this.#changedBys, at);
    this.#revisions = grown(this.#revisions, at);
    this.#updatedAts = grown(this.#updatedAts, at);
    this.#isChanged = grown(this.#isChanged, at);
    this.#marks = grown(this.#marks, at);
  }
}
