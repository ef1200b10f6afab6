/**
 * The extras of accounts that have a name and nothing else, where many have the same name: the accounts of a program's
 * objects. They cost two bytes an account and no object, which the garbage collector would look at.
 */
import { grown } from "../../base/growable.ts";
import type { AccountExtras } from "./account_document.ts";

/** The most names that are remembered: programs give few, and each that was ever given is kept. */
const NAMES_MAX = 4_096;

export class NamedExtras {
  /** By number of the name; 0 is none. */
  readonly #extras: (AccountExtras | undefined)[] = [undefined];
  readonly #numbers = new Map<string, number>();
  /** By ordinal of the account: the number of its name. */
  #names = new Uint16Array(1_024);

  of(ordinal: number): AccountExtras | undefined {
    return this.#extras[this.#names[ordinal] ?? 0];
  }

  /** Takes the extras of an account if they are a name alone and there is room for it; returns whether they were taken. */
  set(ordinal: number, extras: AccountExtras | undefined): boolean {
    const number = extras === undefined ? 0 : this.#numberOf(extras);
    if (number !== 0) this.#names = grown(this.#names, ordinal);
    if (ordinal < this.#names.length) this.#names[ordinal] = number;
    return number !== 0;
  }

  #numberOf(extras: AccountExtras): number {
    const { name } = extras;
    if (name === undefined || Object.keys(extras).length !== 1) return 0;
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    if (this.#extras.length > NAMES_MAX) return 0;
    const number = this.#extras.push(Object.freeze({ name })) - 1;
    this.#numbers.set(name, number);
    return number;
  }
}
