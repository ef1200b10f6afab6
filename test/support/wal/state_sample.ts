/** A state in which each batch sets every key to one number: a torn read shows two numbers. */

const KEYS = 60;

/** The whole batch of `number`; values are long enough to spread over many pages. */
export function putsOf(number: number): [Uint8Array, Uint8Array][] {
  const puts: [Uint8Array, Uint8Array][] = [];
  for (let at = 0; at < KEYS; at++) {
    const value = Buffer.alloc(200 + ((at * 37 + number) % 700));
    value.writeUInt32LE(number, 0);
    puts.push([keyAt(at), value]);
  }
  return puts;
}

/** The one number that all keys hold, or undefined when all are absent. Throws when they differ. */
export function numberOf(from: {
  get(key: Uint8Array): Uint8Array | undefined;
}): number | undefined {
  const seen = new Set<number | undefined>();
  for (let at = 0; at < KEYS; at++) {
    const value = from.get(keyAt(at));
    seen.add(value === undefined ? undefined : Buffer.from(value).readUInt32LE(0));
  }
  if (seen.size !== 1) throw new Error(`torn: ${[...seen].join(" and ")}`);
  return [...seen][0];
}

export function keyAt(at: number): Uint8Array {
  return Buffer.from(`key-${String(at).padStart(4, "0")}`);
}
