/**
 * A digest over the entries of a realm in one currency, in the order of the log: blocks of entries, each hashed together with
 * the digest before it. A day ends its block, so what a day begins with and ends with is known by itself, and a walk over the
 * rows of the log of any day gives the same again.
 *
 * An entry has 40 bytes, little endian: f64 time of its record, milliseconds UTC; u64 amount; u64 the low bits of the posted
 * balances of the source and of the destination after it; u8 kind of transfer; u8 step; six bytes of zeros.
 */
import { hash } from "node:crypto";
import { STEPS, TRANSFER_KINDS, type TransferRow } from "./transfer_row.ts";

const ENTRY_BYTES = 40;
/** Entries of a block: to hash one costs 2 us, whatever it has. */
const BLOCK_ENTRIES = 32;
const DIGEST_BYTES = 32;
/** What the first entry of a realm and currency follows. */
export const NO_ENTRIES = "00".repeat(DIGEST_BYTES);

const KIND_BYTE = Object.fromEntries(TRANSFER_KINDS.map((kind, byte) => [kind, byte]));
const STEP_BYTE = Object.fromEntries(STEPS.map((step, byte) => [step, byte]));

type Entry = Pick<
  TransferRow,
  "amountMinor" | "sourcePosted" | "destinationPosted" | "transferKind" | "step"
>;

export class EntryDigest {
  /** A memory of its own, which begins at a multiple of 8. `#numbers` and `#integers` are views of it. */
  readonly #bytes = Buffer.from(new ArrayBuffer(DIGEST_BYTES + BLOCK_ENTRIES * ENTRY_BYTES));
  readonly #numbers = new Float64Array(this.#bytes.buffer);
  readonly #integers = new BigUint64Array(this.#bytes.buffer);
  #end = DIGEST_BYTES;

  /** Goes on after `digest` and the entries of `rest`, as `digest` and `rest` gave them. */
  constructor(digest: string = NO_ENTRIES, rest = "") {
    this.#bytes.write(digest, "hex");
    this.#end += this.#bytes.write(rest, DIGEST_BYTES, "hex");
  }

  /** Hexadecimal; over all entries but those of `rest`. */
  get digest(): string {
    return this.#bytes.toString("hex", 0, DIGEST_BYTES);
  }

  /** The entries of the block that is not full, hexadecimal. */
  get rest(): string {
    return this.#bytes.toString("hex", DIGEST_BYTES, this.#end);
  }

  /** Over all entries, as `digest` were if the block ended now. */
  get whole(): string {
    return this.#end === DIGEST_BYTES ? this.digest : this.#hashed().toString("hex");
  }

  add(entry: Entry, timeMs: number): void {
    const at = this.#end;
    const word = at / 8;
    this.#numbers[word] = timeMs;
    // A `BigUint64Array` keeps the low 64 bits of what is stored in it.
    this.#integers[word + 1] = entry.amountMinor;
    this.#integers[word + 2] = entry.sourcePosted;
    this.#integers[word + 3] = entry.destinationPosted;
    this.#bytes[at + 32] = KIND_BYTE[entry.transferKind] as number;
    this.#bytes[at + 33] = STEP_BYTE[entry.step] as number;
    this.#end = at + ENTRY_BYTES;
    if (this.#end === this.#bytes.length) this.end();
  }

  /** Ends the block, full or not: `digest` is over all entries then. */
  end(): void {
    if (this.#end === DIGEST_BYTES) return;
    this.#hashed().copy(this.#bytes);
    this.#end = DIGEST_BYTES;
  }

  #hashed(): Buffer {
    return hash("sha256", this.#bytes.subarray(0, this.#end), "buffer");
  }
}
