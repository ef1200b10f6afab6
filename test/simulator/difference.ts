/** Compares an answer with the answer that is expected. */

/**
 * Describes the first place where `told` differs from `expected`; undefined when there is none. An
 * object may have more fields than expected, a list may not have more items.
 */
export function differenceOf(expected: unknown, told: unknown, path = ""): string | undefined {
  if (typeof expected !== "object" || expected === null) {
    if (expected === told) return undefined;
    return `the model says ${path} is ${String(expected)}, not ${String(told)}`;
  }
  if (typeof told !== "object" || told === null) return `the model says ${path} is an object`;
  if (Array.isArray(expected) && expected.length !== (told as unknown[]).length) {
    return `the model says ${path} has ${expected.length} items`;
  }
  for (const [key, value] of Object.entries(expected)) {
    const found = differenceOf(value, (told as Record<string, unknown>)[key], `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
