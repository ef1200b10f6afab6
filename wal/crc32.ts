/**
 * CRC-32 of a few bytes within a buffer. A call of `zlib.crc32` with a view of the bytes takes 0.21 us
 * however few they are; eight tables take 0.05 us for 45 bytes and 0.11 us for 100 (Node 20.20).
 * Plain twin: `zlib.crc32`, in state_pages.test.ts.
 */
import { crc32 } from "node:zlib";

/** From this many bytes on, the native function is faster. */
const NATIVE_BYTES = 192;
const POLYNOMIAL = 0xedb88320;

const T0 = firstTable();
const T1 = tableAfter(T0);
const T2 = tableAfter(T1);
const T3 = tableAfter(T2);
const T4 = tableAfter(T3);
const T5 = tableAfter(T4);
const T6 = tableAfter(T5);
const T7 = tableAfter(T6);

/**
 * The CRC-32 of the bytes from `from` up to `end`, as a signed number. `before`: that of the bytes that
 * stand before these.
 */
export function crc32Within(bytes: Uint8Array, from: number, end: number, before = 0): number {
  if (end - from >= NATIVE_BYTES) return crc32(bytes.subarray(from, end), before >>> 0) | 0;
  let crc = ~before;
  let at = from;
  for (; at + 8 <= end; at += 8) {
    const low = crc ^ int32At(bytes, at);
    const high = int32At(bytes, at + 4);
    crc =
      in8(T7, low) ^
      in8(T6, low >>> 8) ^
      in8(T5, low >>> 16) ^
      in8(T4, low >>> 24) ^
      in8(T3, high) ^
      in8(T2, high >>> 8) ^
      in8(T1, high >>> 16) ^
      in8(T0, high >>> 24);
  }
  for (; at < end; at++) crc = in8(T0, crc ^ (bytes[at] as number)) ^ (crc >>> 8);
  return ~crc;
}

function in8(table: Int32Array, index: number): number {
  return table[index & 0xff] as number;
}

function int32At(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24)
  );
}

function firstTable(): Int32Array {
  return Int32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? POLYNOMIAL ^ (crc >>> 1) : crc >>> 1;
    return crc;
  });
}

/** The table for a byte that one more byte stands behind. */
function tableAfter(table: Int32Array): Int32Array {
  return table.map((crc) => in8(T0, crc) ^ (crc >>> 8));
}
