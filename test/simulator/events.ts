/** Checks the events of each record: its operation declares them, and their numbers have no gap. */
import type { StoredRecord } from "../../src/contract/record.ts";
import { SHARD_REGISTRY } from "../../src/features/registry.ts";

import { renewalIn } from "./realms.ts";

/** The number of events of each realm of a shard, in the records judged so far. */
export type EventCounts = Map<number, number>;

/** The violation of the record's events, or undefined; adds the events to the counts. */
export function wrongEvents(counts: EventCounts, record: StoredRecord): string | undefined {
  const { operation, realm, firstEvent } = record;
  const { events: declared = [], emitsSynthetic } = SHARD_REGISTRY.operations.get(operation) ?? {};
  const before = counts.get(realm) ?? counts.get(renewalIn(record)?.retired ?? 0) ?? 0;
  let count = 0;
  for (const fact of record.facts) {
    for (const { type, isSynthetic } of SHARD_REGISTRY.events.get(fact.kind)?.(fact) ?? []) {
      const isDeclared = isSynthetic === true ? emitsSynthetic === true : declared.includes(type);
      if (!isDeclared) return `${type}, which ${operation} does not declare`;
      count++;
    }
  }
  counts.set(realm, before + count);
  const expected = count === 0 ? 0 : before + 1;
  return firstEvent === expected ? undefined : `its first event must have number ${expected}`;
}
