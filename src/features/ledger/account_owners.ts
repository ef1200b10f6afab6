/**
 * The owners of a shard's accounts, each with a number, and the accounts of each. Most owners are
 * customers, whose ids stand in a `SuffixTable`; of the others there are few.
 */
import { grown } from "../../base/growable.ts";
import { ID_SUFFIX_LENGTH } from "../../base/id.ts";
import { SuffixTable } from "../../base/suffix_table.ts";
import type { OwnerType } from "./roles.ts";

export type Owner = { ownerType: OwnerType; ownerId: string };

const CUSTOMER_PREFIX = "cust_";
const CUSTOMER_ID_LENGTH = CUSTOMER_PREFIX.length + ID_SUFFIX_LENGTH;

export class AccountOwners {
  readonly #customers = new SuffixTable();
  /** Owners that are no customers, by number and by text; a customer has undefined. */
  readonly #others: (Owner | undefined)[] = [];
  readonly #otherNumbers = new Map<string, number>();
  /**
   * The key of a customer by the number of the owner. A text that is kept has its hash, so that the
   * customer is found in a third of the time that a text made for each request takes.
   */
  readonly #customerKeys: (string | undefined)[] = [];
  /** Newest account of each owner, as its ordinal + 1. */
  #newest = new Uint32Array(1_024);
  /** The account before an account, of the same owner: its ordinal + 1. */
  #before = new Uint32Array(1_024);

  /** The number of an owner; a new one for an owner who has no account yet. */
  numberOf(ownerType: OwnerType, ownerId: string): number {
    const known = this.#known(ownerType, ownerId);
    if (known >= 0) return known;
    if (isCustomerId(ownerType, ownerId)) return this.#addCustomer(ownerId, CUSTOMER_PREFIX.length);
    const number = this.#add({ ownerType, ownerId });
    this.#otherNumbers.set(textOf(ownerType, ownerId), number);
    return number;
  }

  /** The same for a customer of whose id the 26 characters stand from `at` on. */
  numberOfCustomerIn(bytes: Uint8Array, at: number): number {
    const known = this.#customers.findIn(bytes, at);
    return known >= 0 ? known : this.#addCustomer(bytes, at);
  }

  owner(number: number): Owner {
    const other = this.#others[number];
    if (other !== undefined) return other;
    return { ownerType: "customer", ownerId: this.#customers.text(number, CUSTOMER_PREFIX) };
  }

  isOfType(number: number, ownerType: OwnerType): boolean {
    return (this.#others[number]?.ownerType ?? "customer") === ownerType;
  }

  /** The key of the customer; undefined where the owner is no customer. */
  customerKeyOf(number: number): string | undefined {
    const known = this.#customerKeys[number];
    if (known !== undefined) return known;
    const { ownerType, ownerId } = this.owner(number);
    if (ownerType !== "customer") return undefined;
    const key = ownerId.slice(CUSTOMER_PREFIX.length);
    this.#customerKeys[number] = key;
    return key;
  }

  /** Makes the account the newest one of the owner. */
  addAccount(number: number, ordinal: number): void {
    this.#before = grown(this.#before, ordinal);
    this.#before[ordinal] = this.#newest[number] as number;
    this.#newest[number] = ordinal + 1;
  }

  /** Ordinals of the accounts of one owner, newest first. */
  *accountsOf(ownerType: OwnerType, ownerId: string): Generator<number> {
    const number = this.#known(ownerType, ownerId);
    let next = number < 0 ? 0 : (this.#newest[number] as number);
    while (next > 0) {
      yield next - 1;
      next = this.#before[next - 1] as number;
    }
  }

  #known(ownerType: OwnerType, ownerId: string): number {
    return isCustomerId(ownerType, ownerId)
      ? this.#customers.find(ownerId, CUSTOMER_PREFIX.length)
      : (this.#otherNumbers.get(textOf(ownerType, ownerId)) ?? -1);
  }

  #addCustomer(id: string | Uint8Array, at: number): number {
    const number = this.#add(undefined);
    this.#customers.add(number, id, at);
    return number;
  }

  #add(other: Owner | undefined): number {
    const number = this.#others.push(other) - 1;
    this.#customerKeys.push(undefined);
    this.#newest = grown(this.#newest, number);
    return number;
  }
}

function isCustomerId(ownerType: OwnerType, ownerId: string): boolean {
  return (
    ownerType === "customer" &&
    ownerId.length === CUSTOMER_ID_LENGTH &&
    ownerId.startsWith(CUSTOMER_PREFIX)
  );
}

function textOf(ownerType: OwnerType, ownerId: string): string {
  return `${ownerType}:${ownerId}`;
}
