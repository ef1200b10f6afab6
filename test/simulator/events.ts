/** What is told of each record: nothing that its operation does not declare, and numbered on. */
import type { StoredRecord } from "../../src/contract/record.ts";
import { SHARD_REGISTRY } from "../../src/features/registry.ts";

/** Events of each scope of a shard, as far as its records were judged. */
export type EventCounts = Map<number, number>;

/** What is wrong with the record's events, which are counted with those before them. */
export function wrongEvents(counts: EventCounts, record: StoredRecord): string | undefined {
  const { operation, scope, firstEvent } = record;
  const declared = SHARD_REGISTRY.operations.get(operation)?.events ?? [];
  const before = counts.get(scope) ?? 0;
  let count = 0;
  for (const fact of record.facts) {
    for (const { type } of SHARD_REGISTRY.events.get(fact.kind)?.(fact) ?? []) {
      if (!declared.includes(type)) return `${type}, which ${operation} does not declare`;
      count++;
    }
  }
  counts.set(scope, before + count);
  const expected = count === 0 ? 0 : before + 1;
  return firstEvent === expected ? undefined : `its first event must have number ${expected}`;
}
