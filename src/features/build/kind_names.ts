/**
 * Names of schemas in the contract document of a Build: `InvoicePayActionCall`. A program chooses its own words, so
 * that two of them may come to one name, or to a name of the platform's: then a number stands behind the later one.
 */
import type { TSchema } from "@sinclair/typebox";
import type { Operation } from "../../contract/declare/operation.ts";
import { type NamedFormat, SHARED_AS } from "../../contract/declare/schema_marks.ts";
import { OWN_SCHEMAS } from "../../contract/document/openapi_own_schemas.ts";

export class KindNames {
  readonly #taken: Set<string>;
  readonly #given = new Map<string, string>();

  /** `taken`: the names that the document has already. */
  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  /** The one name for these words, of which none has a full stop. */
  of(...words: readonly string[]): string {
    const key = words.join(".");
    const before = this.#given.get(key);
    if (before !== undefined) return before;
    const plain = words.map(pascal).join("");
    let name = plain;
    for (let number = 2; this.#taken.has(name); number++) name = `${plain}${number}`;
    this.#taken.add(name);
    this.#given.set(key, name);
    return name;
  }
}

/** `savings_pot` as `SavingsPot`. */
function pascal(word: string): string {
  return word
    .split("_")
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join("");
}

/** The names of all schemas that the operations refer to. */
export function namesIn(operations: readonly Operation<never>[]): Set<string> {
  const names = new Set(Object.keys(OWN_SCHEMAS));
  const seen = new Set<TSchema>();
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null || seen.has(value as TSchema)) return;
    seen.add(value as TSchema);
    const { title, [SHARED_AS]: shared } = value as { title?: unknown; [SHARED_AS]?: NamedFormat };
    if (typeof title === "string") names.add(title);
    if (shared !== undefined) names.add(shared.name);
    for (const each of Object.values(value)) walk(each);
  };
  for (const { path, query, body, output } of operations) {
    for (const schema of [path, query, body, output]) walk(schema);
  }
  return names;
}
