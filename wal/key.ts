/** Keys of the log: the sequence in eight bytes, big endian, so that key order is log order. */

/** Where the log's header stands; no frame has sequence 0. */
export const HEADER_KEY: Uint8Array = new Uint8Array(8);

const KEY = Buffer.alloc(8);

/**
 * The key of a frame, in a buffer that the next call overwrites: lmdb-js copies a key at once.
 * Not for the bounds of a range, which lmdb-js reads later.
 */
export function keyOf(sequence: number): Uint8Array {
  KEY.writeUInt32BE(Math.floor(sequence / 2 ** 32), 0);
  KEY.writeUInt32BE(sequence % 2 ** 32, 4);
  return KEY;
}

/** The sequence of a key; NaN for a key of any other form. */
export function sequenceOfKey(key: Uint8Array): number {
  if (key.length !== 8) return Number.NaN;
  const view = new DataView(key.buffer, key.byteOffset, 8);
  return view.getUint32(0) * 2 ** 32 + view.getUint32(4);
}
