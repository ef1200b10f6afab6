/** Typed arrays that grow by doubling: columns of a table with a million rows and no objects. */

type Numbers = Float64Array | Uint32Array | Int32Array | Uint16Array | Uint8Array;
type Column = Numbers | BigUint64Array;

/** A copy of `column` with room for index `at`, or `column` itself when it has that room. */
export function grown<C extends Column>(column: C, at: number): C {
  if (at < column.length) return column;
  const Kind = column.constructor as new (length: number) => C;
  const next = new Kind(Math.max(1_024, column.length * 2, at + 1));
  (next as unknown as { set(from: C): void }).set(column);
  return next;
}
