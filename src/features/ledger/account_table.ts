/**
 * The ledger's accounts in memory, as columns of numbers instead of objects: an account costs some
 * 130 bytes, its id among them. An account's ordinal is its number in the order of creation
 * within the shard; it never changes, and rows of the log name accounts by it.
 * Gain and cost: see row p8 of bench/README.md. Plain twin: account_table.test.ts.
 */
import { grown } from "../../base/growable.ts";
import { ID_SUFFIX_LENGTH } from "../../base/id.ts";
import { SuffixTable } from "../../base/suffix_table.ts";
import { UniqueIndex } from "../../contract/tables/document_index.ts";
import { EntryTable } from "../../contract/tables/entry_table.ts";
import {
  type Mark,
  numberKey,
  type StoredBytes,
  type Table,
  type TableSink,
} from "../../contract/tables/table.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import {
  ACCOUNT_STATUSES,
  type AccountDocument,
  type AccountExtras,
  type AccountStatus,
  decodeAccountDocument,
  decodeAccountNumbers,
  encodeAccountDocument,
  LikeTails,
} from "./account_document.ts";
import { AccountOwners, kindOf } from "./account_owners.ts";
import { BalanceTable } from "./balance_table.ts";
import { NamedExtras } from "./named_extras.ts";
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

/** What the tail of an account's document says besides its owner: the number of the actor, and the extras. */
type TailMeaning = { actor: number; extras: AccountExtras | undefined };

const encoder = new TextEncoder();
const NO_BYTES = new Uint8Array(0);
const ID_PREFIX = "acct_";
const ID_LENGTH = ID_PREFIX.length + ID_SUFFIX_LENGTH;
/** The first four characters of the prefix as bytes, the first one low, and the last one. */
const PREFIX_START = Buffer.from(ID_PREFIX).readUInt32LE(0);
const PREFIX_END = ID_PREFIX.charCodeAt(4);

export class AccountTable implements Table {
  readonly name = "account";
  readonly code = LEDGER_TABLE.account;
  readonly version = 1;
  /** Suffix of each account by ordinal, for reads; only in the `state` database. */
  readonly ordinals = new EntryTable("account_ordinal", LEDGER_TABLE.accountOrdinal);
  /** Counters and newest row of every account, which change with every transfer. */
  readonly balances = new BalanceTable();
  readonly externalIds = new UniqueIndex({
    name: "account_external_id",
    code: LEDGER_TABLE.accountExternalId,
  });
  readonly #byCustomer = new EntryTable("customer_account", LEDGER_TABLE.customerAccount);
  readonly indexes = [this.ordinals, this.balances, this.externalIds, this.#byCustomer];

  readonly #ids = new SuffixTable();
  readonly #owners = new AccountOwners();
  /** Extras of accounts, but for those with a name alone that others have too. */
  readonly #extras = new Map<number, AccountExtras>();
  readonly #named = new NamedExtras();
  /** Who made the last change of an account: few texts, which accounts name by number. */
  readonly #actors: string[] = [];
  readonly #actorNumbers = new Map<string, number>();
  readonly #likeTails = new LikeTails<TailMeaning>();

  #realms = new Uint32Array(1_024);
  #statuses = new Uint8Array(1_024);
  #roles = new Uint8Array(1_024);
  #currencies = new Uint16Array(1_024);
  #ownerNumbers = new Uint32Array(1_024);
  #changedBys = new Uint32Array(1_024);
  #revisions = new Uint32Array(1_024);
  #updatedAts = new Float64Array(1_024);
  #isChanged = new Uint8Array(1_024);
  #marks = new Int32Array(1_024);
  #changed: number[] = [];

  get count(): number {
    return this.#ids.size;
  }

  /** The ordinal of an account of `realm`; -1 for unknown, malformed and foreign ids. */
  ordinalOf(realm: number, accountId: string): number {
    if (!accountId.startsWith(ID_PREFIX)) return -1;
    const ordinal = this.#ids.find(accountId, ID_PREFIX.length);
    return ordinal >= 0 && this.#realms[ordinal] === realm ? ordinal : -1;
  }

  /**
   * The ordinal of the account of `realm` whose id stands as `length` bytes at `at` of `view`; -1 as of `ordinalOf`.
   */
  ordinalAt(realm: number, view: DataView, at: number, length: number): number {
    if (length !== ID_LENGTH) return -1;
    if (view.getUint32(at, true) !== PREFIX_START || view.getUint8(at + 4) !== PREFIX_END)
      return -1;
    const ordinal = this.#ids.findAt(view, at + ID_PREFIX.length);
    return ordinal >= 0 && this.#realms[ordinal] === realm ? ordinal : -1;
  }

  add(account: NewAccount): number {
    const ordinal = this.count;
    this.#ids.add(ordinal, account.suffix);
    this.#place(ordinal, account.realm);
    this.#roles[ordinal] = account.roleCode;
    this.#currencies[ordinal] = packCurrency(account.currency);
    this.#setOwner(ordinal, this.#owners.numberOf(account.ownerType, account.ownerId));
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
    return this.#ids.text(ordinal, ID_PREFIX);
  }
  suffix(ordinal: number): string {
    return this.#ids.text(ordinal);
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
    return this.#named.of(ordinal) ?? this.#extras.get(ordinal);
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
    return this.#owners.isOfType(this.#ownerNumbers[ordinal] as number, ownerType);
  }

  /** The key of the customer who owns the account; undefined where the owner is no customer. */
  customerKeyOf(ordinal: number): string | undefined {
    return this.#owners.customerKeyOf(this.#ownerNumbers[ordinal] as number);
  }

  /** Ordinals of the accounts of one owner, newest first. */
  ofOwner(ownerType: OwnerType, ownerId: string): Iterable<number> {
    return this.#owners.accountsOf(ownerType, ownerId);
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
    const before = this.extras(ordinal)?.externalId;
    this.externalIds.move(this.realm(ordinal), this.suffix(ordinal), before, extras?.externalId);
    this.#putExtras(ordinal, extras);
  }

  #putExtras(ordinal: number, extras: AccountExtras | undefined): void {
    const isNamed = this.#named.set(ordinal, extras);
    if (isNamed || extras === undefined || Object.keys(extras).length === 0) {
      this.#extras.delete(ordinal);
    } else this.#extras.set(ordinal, extras);
  }

  /** Marks a change of the resource itself, not of its money: next revision, actor and time. */
  touch(ordinal: number, changedBy: string, atMs: number): void {
    this.#revisions[ordinal] = (this.#revisions[ordinal] as number) + 1;
    this.#changedBys[ordinal] = this.#numberOfActor(changedBy);
    this.#updatedAts[ordinal] = atMs;
    this.#mark(ordinal);
  }

  /** The account's document, which does not have the balance. */
  document(ordinal: number): AccountDocument {
    return {
      ordinal,
      status: this.status(ordinal),
      roleCode: this.roleCode(ordinal),
      currency: this.currency(ordinal),
      revision: this.revision(ordinal),
      updatedAtMs: this.#updatedAts[ordinal] as number,
      ...this.#owners.owner(this.#ownerNumbers[ordinal] as number),
      changedBy: this.#actors[this.#changedBys[ordinal] as number] as string,
      extras: this.extras(ordinal),
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
    const { ordinal, ownerType, ownerId, changedBy, extras } = decodeAccountDocument(value);
    this.#ids.add(ordinal, key);
    this.#loadNumbers(realm, Buffer.from(value), 0, mark);
    this.#setOwner(ordinal, this.#owners.numberOf(ownerType, ownerId));
    this.#changedBys[ordinal] = this.#numberOfActor(changedBy);
    this.#putExtras(ordinal, extras);
    const kind = kindOf(ownerType, ownerId);
    if (kind === undefined || (extras !== undefined && this.#named.of(ordinal) === undefined))
      return;
    this.#likeTails.learn(value, kind, { extras, actor: this.#changedBys[ordinal] as number });
  }

  /** Loads a stored document as `load` does, and makes no text and no object where an earlier document was like it. */
  loadStored(realm: number, stored: StoredBytes, mark: Mark): void {
    const { bytes, keyAt, valueAt, end } = stored;
    const like = this.#likeTails.find(bytes, valueAt, end);
    if (like === undefined || valueAt - keyAt !== ID_SUFFIX_LENGTH) {
      this.load(realm, bytes.toString("utf8", keyAt, valueAt), bytes.subarray(valueAt, end), mark);
      return;
    }
    const { kind, idAt, meaning } = like;
    const ordinal = this.#loadNumbers(realm, bytes, valueAt, mark);
    this.#ids.add(ordinal, bytes, keyAt);
    this.#setOwner(ordinal, this.#owners.numberIn(kind, bytes, valueAt + idAt));
    this.#changedBys[ordinal] = meaning.actor;
    this.#named.set(ordinal, meaning.extras);
  }

  /** Returns the ordinal. */
  #loadNumbers(realm: number, bytes: Buffer, at: number, mark: Mark): number {
    const numbers = decodeAccountNumbers(bytes, at);
    const { ordinal } = numbers;
    this.#place(ordinal, realm);
    this.#marks[ordinal] = mark;
    this.#statuses[ordinal] = numbers.statusCode;
    this.#roles[ordinal] = numbers.roleCode;
    this.#currencies[ordinal] = numbers.currencyCode;
    this.#revisions[ordinal] = numbers.revision;
    this.#updatedAts[ordinal] = numbers.updatedAtMs;
    return ordinal;
  }

  #place(ordinal: number, realm: number): void {
    this.#grow(ordinal);
    this.#realms[ordinal] = realm;
    this.#statuses[ordinal] = 0;
  }

  #setOwner(ordinal: number, owner: number): void {
    this.#ownerNumbers[ordinal] = owner;
    this.#owners.addAccount(owner, ordinal);
  }

  #mark(ordinal: number): void {
    if (this.#isChanged[ordinal] === 1) return;
    this.#isChanged[ordinal] = 1;
    this.#changed.push(ordinal);
  }

  #numberOfActor(text: string): number {
    const known = this.#actorNumbers.get(text);
    if (known !== undefined) return known;
    const next = this.#actors.push(text) - 1;
    this.#actorNumbers.set(text, next);
    return next;
  }

  #grow(at: number): void {
    if (at < this.#realms.length) return;
    this.#realms = grown(this.#realms, at);
    this.#statuses = grown(this.#statuses, at);
    this.#roles = grown(this.#roles, at);
    this.#currencies = grown(this.#currencies, at);
    this.#ownerNumbers = grown(this.#ownerNumbers, at);
    this.#changedBys = grown(this.#changedBys, at);
    this.#revisions = grown(this.#revisions, at);
    this.#updatedAts = grown(this.#updatedAts, at);
    this.#isChanged = grown(this.#isChanged, at);
    this.#marks = grown(this.#marks, at);
  }
}
