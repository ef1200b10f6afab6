/** What the shard must be asked before a query is read: the places of the records of keys. */
import type { Place } from "../base/id.ts";
import type { AnyRead } from "../calls/callable.ts";
import type { Located } from "./graphql_reads.ts";
import type { PlanNode, Variables } from "./plan.ts";
import { inputOf } from "./read_field.ts";

/** A question to the shard: the place of the record of `key`, which one input of one read names. */
export type Question = { operation: AnyRead; inputKey: string; key: string };

/** The questions of all root fields of the plan. A field with a malformed input asks nothing: its load refuses it. */
export function questionsOf(plan: readonly PlanNode[], variables: Variables): Question[] {
  return plan.flatMap(({ read, argumentsOf }) => {
    if (read?.operation.needs?.recordOf === undefined) return [];
    const input = inputOf(read, "", argumentsOf(variables));
    // A malformed input is refused when the query is loaded.
    if ("issues" in input) return [];
    const { operation } = read;
    return [
      { operation, inputKey: input.key, key: operation.needs?.recordOf?.(input.value) ?? "" },
    ];
  });
}

/** The places of the records of keys that root fields name; a relation never names a key. */
export function locatedOf(questions: readonly Question[], places: readonly Place[]): Located {
  const located = new Map<AnyRead, Map<string, Place>>();
  for (const [at, { operation, inputKey }] of questions.entries()) {
    const known = located.get(operation) ?? new Map<string, Place>();
    located.set(operation, known.set(inputKey, places[at] ?? 0));
  }
  return located;
}
