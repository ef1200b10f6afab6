/**
 * A file of cells of one size, each of which is written in its place and can be told from one that was
 * not written whole. Cell 0 is the header, which says to which store the file belongs; all others are
 * empty, which is zeros, or have a value and its checksum.
 *
 *   offset n * (V + 4)   value, V bytes; CRC-32 of zlib over the number n (u32) and the value (u32)
 *   the header's value   the letters `CELL`; format version 1 (u16); V (u16); id of the store, 16 bytes;
 *                        zeros
 *
 * All numbers are little endian. Does not sync by itself.
 */
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { crc32Within } from "./crc32.ts";
import { syncDirectory } from "./database.ts";
import { invariant } from "./errors.ts";

export const STORE_ID_BYTES = 16;
/** What the header's value needs. */
export const VALUE_BYTES_MIN = 24;
const MAGIC = Buffer.from("CELL");
const VERSION = 1;
const CHECKSUM_BYTES = 4;
const OWNER_ONLY = 0o600;

export type Cell =
  | { kind: "value"; value: Uint8Array }
  | { kind: "empty" }
  /** Not written whole, or damaged since. */
  | { kind: "broken" };

export class CellFile {
  readonly #file: number;
  readonly #valueBytes: number;
  readonly storeId: Uint8Array;

  /** Throws where there is no such file. */
  constructor(path: string, valueBytes: number) {
    this.#valueBytes = valueBytes;
    this.#file = openSync(path, "r+");
    const header = this.read(0);
    if (header.kind !== "value" || !isHeader(header.value, valueBytes)) {
      closeSync(this.#file);
      throw new Error(`${path} is damaged: it has no header`);
    }
    this.storeId = header.value.slice(8, 8 + STORE_ID_BYTES);
  }

  /** Makes the file, durably, where it is not there. */
  static make(path: string, valueBytes: number, storeId: Uint8Array): void {
    invariant(storeId.length === STORE_ID_BYTES, "the id of a store has 16 bytes");
    invariant(valueBytes >= VALUE_BYTES_MIN, "a header has room in a cell");
    if (existsSync(path)) return;
    const header = Buffer.alloc(valueBytes);
    MAGIC.copy(header);
    header.writeUInt16LE(VERSION, 4);
    header.writeUInt16LE(valueBytes, 6);
    header.set(storeId, 8);
    const temporary = `${path}.tmp`;
    const file = openSync(temporary, "w", OWNER_ONLY);
    try {
      writeSync(file, cellOf(0, header));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
    syncDirectory(dirname(path));
  }

  /** Whether there is room for a cell behind the header: something may have been written. */
  get hasCells(): boolean {
    return fstatSync(this.#file).size > this.#cellBytes;
  }

  read(number: number): Cell {
    const bytes = Buffer.alloc(this.#cellBytes);
    // Behind the end of the file a cell is empty.
    readSync(this.#file, bytes, 0, bytes.length, number * bytes.length);
    if (bytes.every((byte) => byte === 0)) return { kind: "empty" };
    const value = bytes.subarray(0, this.#valueBytes);
    const isWhole = bytes.readInt32LE(this.#valueBytes) === checksumOf(number, value);
    return isWhole ? { kind: "value", value } : { kind: "broken" };
  }

  write(number: number, value: Uint8Array): void {
    invariant(value.length === this.#valueBytes, "all values of a store have one length");
    this.#put(number, cellOf(number, value));
  }

  /** Overwrites the cell with zeros. */
  empty(number: number): void {
    this.#put(number, Buffer.alloc(this.#cellBytes));
  }

  /** Returns when all that was written is on disk. */
  sync(): void {
    fdatasyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }

  get #cellBytes(): number {
    return this.#valueBytes + CHECKSUM_BYTES;
  }

  #put(number: number, bytes: Buffer): void {
    for (let done = 0; done < bytes.length; ) {
      const at = number * bytes.length + done;
      done += writeSync(this.#file, bytes, done, bytes.length - done, at);
    }
  }
}

function isHeader(value: Uint8Array, valueBytes: number): boolean {
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.length);
  return (
    bytes.subarray(0, MAGIC.length).equals(MAGIC) &&
    bytes.readUInt16LE(4) === VERSION &&
    bytes.readUInt16LE(6) === valueBytes
  );
}

function cellOf(number: number, value: Uint8Array): Buffer {
  const bytes = Buffer.alloc(value.length + CHECKSUM_BYTES);
  bytes.set(value);
  bytes.writeInt32LE(checksumOf(number, value), value.length);
  return bytes;
}

function checksumOf(number: number, value: Uint8Array): number {
  const numbered = Buffer.alloc(4 + value.length);
  numbered.writeUInt32LE(number);
  numbered.set(value, 4);
  return crc32Within(numbered, 0, numbered.length);
}
