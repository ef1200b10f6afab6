/**
 * One text for one value: JSON with object keys sorted, so that equal requests have equal digests.
 */

/**
 * JSON text of `value` with keys in code-unit order at every depth and no white space.
 * `value` is what JSON.parse made: null, boolean, number, string, array or plain object.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) {
    let text = "[";
    for (let at = 0; at < value.length; at++) {
      text += (at === 0 ? "" : ",") + canonicalJson(value[at]);
    }
    return `${text}]`;
  }
  const record = value as Record<string, unknown>;
  let text = "{";
  for (const key of Object.keys(record).sort()) {
    const field = record[key];
    if (field === undefined) continue;
    text += `${text.length === 1 ? "" : ","}${JSON.stringify(key)}:${canonicalJson(field)}`;
  }
  return `${text}}`;
}

/**
 * Text of `value` that is equal for equal values and different for different values. It takes less
 * work than JSON, because nothing is escaped: the length of a string stands before the string. For
 * digests, not for reading.
 */
export function canonicalText(value: unknown): string {
  switch (typeof value) {
    case "string":
      return `${value.length}:${value}`;
    case "number":
      return `#${value};`;
    case "boolean":
      return value ? "t" : "f";
    case "object":
      return value === null ? "n" : canonicalTextOf(value);
    default:
      return "u";
  }
}

function canonicalTextOf(value: object): string {
  if (Array.isArray(value)) {
    let text = "[";
    for (const item of value) text += canonicalText(item);
    return `${text}]`;
  }
  const record = value as Record<string, unknown>;
  let text = "{";
  for (const key of Object.keys(record).sort()) {
    const field = record[key];
    if (field !== undefined) text += `${key.length}:${key}${canonicalText(field)}`;
  }
  return `${text}}`;
}
