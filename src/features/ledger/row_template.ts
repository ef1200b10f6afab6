/**
 * The text of one item of a list as bytes, in which only ids, amounts and times are replaced for the
 * next item of the same kind: so the renderer of texts alone knows the fields and their order. The
 * text must hold each field once and no text of a client.
 */
import { ID_SUFFIX_LENGTH } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import { ISO_TIME_BYTES } from "../../base/iso_time.ts";
import { INTEGER_BYTES_MAX, type JsonBytes, writeInteger } from "../../base/json_bytes.ts";

/** The bytes of an item, cut where its gaps are, such as amounts: piece, gap, piece, gap, piece. */
export class RowTemplate {
  readonly #text: string;
  /** Where the pieces are in the text. */
  readonly #pieces: { from: number; to: number }[] = [];
  readonly #bytes: Buffer[];

  /**
   * `gaps`: what stands before each gap, in the order of the text: `"amount":"` for a gap within
   * quotes, `"object":` for one that a comma follows.
   */
  constructor(text: string, gaps: readonly string[]) {
    this.#text = text;
    let from = 0;
    for (const before of gaps) {
      const to = this.#after(before);
      this.#pieces.push({ from, to });
      from = text.indexOf(before.endsWith('"') ? '"' : ",", to);
    }
    this.#pieces.push({ from, to: text.length });
    this.#bytes = this.#pieces.map((piece) =>
      Buffer.from(text.slice(piece.from, piece.to), "latin1"),
    );
    const isAscii = Buffer.byteLength(text) === text.length;
    invariant(isAscii, "the text of an item without a client's text is ASCII");
  }

  /** The most bytes that an item takes whose gaps are amounts. */
  get bytesMax(): number {
    return this.#text.length + this.#pieces.length * INTEGER_BYTES_MAX;
  }

  /** Where, in a piece, the 26 characters of an id begin that `before` ends at. */
  id(piece: number, before: string): number {
    return this.#placeIn(piece, before, ID_SUFFIX_LENGTH);
  }

  /** Where, in a piece, the 24 characters of a time begin. */
  time(piece: number, before: string): number {
    return this.#placeIn(piece, before, ISO_TIME_BYTES);
  }

  /** Copies a piece to the end of the text; returns where the piece begins. */
  copy(piece: number, into: JsonBytes): number {
    const bytes = this.#bytes[piece] as Buffer;
    const { at } = into;
    into.bytes.set(bytes, at);
    into.at = at + bytes.length;
    return at;
  }

  #after(before: string): number {
    const at = this.#text.indexOf(before);
    invariant(at >= 0, "the text of an item has all its fields");
    invariant(this.#text.indexOf(before, at + 1) < 0, "the text of an item has a field once");
    return at + before.length;
  }

  #placeIn(piece: number, before: string, length: number): number {
    const at = this.#after(before);
    const { from, to } = this.#pieces[piece] as { from: number; to: number };
    invariant(from <= at && at + length <= to, "a field is in its piece");
    invariant(this.#text[at + length] === '"', "an id or a time has its length");
    return at - from;
  }
}

const HIGH = 2 ** 32;
/** A high half below this makes a number that is exact. */
const EXACT_HIGH_BELOW = 2 ** 20;

/** Writes the whole number of 64 bits, signed, at `from` of `view`. */
export function writeAmount(into: JsonBytes, view: DataView, from: number): void {
  const high = view.getInt32(from + 4, true);
  if (high >= -EXACT_HIGH_BELOW && high < EXACT_HIGH_BELOW) {
    const value = high * HIGH + view.getUint32(from, true);
    into.at = writeInteger(into.bytes, into.at, value);
  } else into.text(String(view.getBigInt64(from, true)));
}
