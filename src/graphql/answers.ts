/** The outcomes that the loader has fetched, for the resolvers; the context of every execution. */
import type { Refusal } from "../contract/refusals/refusal.ts";
import type { ReadField } from "./read_field.ts";

/** The result of a read. */
export type Outcome = { document: unknown } | Refusal;

export interface Answers {
  /** The outcome of `field` for the input with this key (`keyOf`), which the loader has read. */
  outcomeOf(field: ReadField, key: string): Outcome;
}
