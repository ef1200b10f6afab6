/**
 * The owners of a shard's accounts, each with a number, and the accounts of each. Most owners are
 * customers and objects of programs, whose ids stand in a `SuffixTable`: no memory for the garbage collector to
 * look at. Of the others there are few.
 */
import { grown } from "../../base/growable.ts";
import { ID_SUFFIX_LENGTH } from "../../base/id.ts";
import { SuffixTable } from "../../base/suffix_table.ts";
import type { OwnerType } from "./roles.ts";

export type Owner = { ownerType: OwnerType; ownerId: string };

/** The types of owners of whom there may be very many, and how their ids begin. */
export const MANY_OWNERS = [
  { ownerType: "customer", prefix: "cust_" },
  { ownerType: "object", prefix: "obj_" },
] as const;
/** A place in `MANY_OWNERS`. */
export type ManyOwners = 0 | 1;

const CUSTOMERS: ManyOwners = 0;
const CUSTOMER_PREFIX = MANY_OWNERS[CUSTOMERS].prefix;
/** The standing of an owner who is none of the many. */
const OTHER = 255;

export class AccountOwners {
  /** The ids of the many, of all types together. */
  readonly #suffixes = new SuffixTable();
  /** By number: which of the many an owner is one of, or `OTHER`. */
  #kinds = new Uint8Array(1_024);
  #count = 0;
  /** The owners that are none of the many, by number and by text. */
  readonly #others = new Map<number, Owner>();
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
    const kind = kindOf(ownerType, ownerId);
    if (kind !== undefined) {
      const at = MANY_OWNERS[kind].prefix.length;
      if (this.#suffixes.find(ownerId, at) < 0) return this.#addOfMany(kind, ownerId, at);
    }
    const number = this.#add(OTHER);
    this.#others.set(number, { ownerType, ownerId });
    this.#otherNumbers.set(textOf(ownerType, ownerId), number);
    return number;
  }

  /** The number of an owner of a kind of which there are many, the 26 characters of whose id stand from `at` on. */
  numberIn(kind: ManyOwners, bytes: Buffer, at: number): number {
    const known = this.#suffixes.findIn(bytes, at);
    if (known < 0) return this.#addOfMany(kind, bytes, at);
    if (this.#kinds[known] === kind) return known;
    const { ownerType, prefix } = MANY_OWNERS[kind];
    return this.numberOf(ownerType, prefix + bytes.toString("latin1", at, at + ID_SUFFIX_LENGTH));
  }

  owner(number: number): Owner {
    const kind = this.#kinds[number] as number;
    if (kind === OTHER) return this.#others.get(number) as Owner;
    const { ownerType, prefix } = MANY_OWNERS[kind as ManyOwners];
    return { ownerType, ownerId: this.#suffixes.text(number, prefix) };
  }

  isOfType(number: number, ownerType: OwnerType): boolean {
    const kind = this.#kinds[number] as number;
    const { ownerType: own } =
      kind === OTHER ? (this.#others.get(number) as Owner) : MANY_OWNERS[kind as ManyOwners];
    return own === ownerType;
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
    const kind = kindOf(ownerType, ownerId);
    if (kind !== undefined) {
      const number = this.#suffixes.find(ownerId, MANY_OWNERS[kind].prefix.length);
      if (number >= 0 && this.#kinds[number] === kind) return number;
    }
    return this.#otherNumbers.get(textOf(ownerType, ownerId)) ?? -1;
  }

  #addOfMany(kind: ManyOwners, id: string | Uint8Array, at: number): number {
    const number = this.#add(kind);
    this.#suffixes.add(number, id, at);
    return number;
  }

  #add(kind: number): number {
    const number = this.#count++;
    this.#kinds = grown(this.#kinds, number);
    this.#kinds[number] = kind;
    this.#customerKeys.push(undefined);
    this.#newest = grown(this.#newest, number);
    return number;
  }
}

/** Which of the many may have the id; undefined where none may. */
export function kindOf(ownerType: OwnerType, ownerId: string): ManyOwners | undefined {
  const kind = ownerType === "customer" ? 0 : ownerType === "object" ? 1 : undefined;
  if (kind === undefined) return undefined;
  const { prefix } = MANY_OWNERS[kind];
  const isOne = ownerId.length === prefix.length + ID_SUFFIX_LENGTH && ownerId.startsWith(prefix);
  return isOne ? kind : undefined;
}

function textOf(ownerType: OwnerType, ownerId: string): string {
  return `${ownerType}:${ownerId}`;
}
