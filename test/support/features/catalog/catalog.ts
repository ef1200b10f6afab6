/** For tests: the row that every test of a list has, and what the registry's operations declare. */
import assert from "node:assert/strict";
import type { Feature } from "../../../../src/contract/declare/feature.ts";
import type { Operation } from "../../../../src/contract/declare/operation.ts";
import {
  operations,
  PLATFORM_FEATURES,
  SHARD_FEATURES,
} from "../../../../src/features/registry.ts";
import type { Row } from "../../../world/decision_table.ts";
import { listAll } from "../../../world/lists.ts";
import type { AnyRead } from "../../../world/reading.ts";

const all: readonly Operation<never>[] = operations;

/** A row that checks that the list has exactly the keys `expected`, whatever the size of its pages. */
export function wholeList(
  operation: AnyRead,
  key: string,
  expected: readonly string[],
): Row<never, object> {
  return {
    title: "by pages of 3 and of 100",
    outcome: "every row once, ascending",
    async check(_came, { world }) {
      for (const limit of [3, 100]) {
        const rows = await listAll(world, operation, {}, limit);
        assert.deepEqual(
          rows.map((row) => row[key]),
          [...expected].sort(),
        );
      }
    },
  };
}

/** Ids of the operations that the contract publishes. */
export function publishedIds(): string[] {
  return all.filter(({ inContract }) => inContract !== false).map(({ id }) => id);
}

/** The ids of the contract's operations, and of the streams beside them. */
export function describedIds(): string[] {
  return all
    .filter(({ inContract, stream }) => inContract !== false || stream !== undefined)
    .map(({ id }) => id);
}

/** Every scope that some operation requires. */
export function askedScopes(): string[] {
  return [...new Set(all.flatMap(({ scope }) => scope ?? []))];
}

/** Each declared type of event, with the ids of the published writes that declare it, ascending. */
export function declaredEvents(): Map<string, string[]> {
  const features: readonly Feature[] = [...SHARD_FEATURES, ...PLATFORM_FEATURES];
  const types = features.flatMap(({ events = [] }) => events).map(({ type }) => type);
  const emitters = new Map<string, string[]>(types.map((type) => [type, []]));
  for (const operation of all) {
    if (operation.type !== "write" || operation.inContract === false) continue;
    for (const type of operation.events) emitters.get(type)?.push(operation.id);
  }
  for (const ids of emitters.values()) ids.sort();
  return emitters;
}
