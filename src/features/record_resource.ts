/**
 * Resources that are records of the log under different ids: the operation and the receipt of a
 * record.
 */
import { suffixOf } from "../base/id.ts";
import type { Resource } from "../contract/declare/resource.ts";
import { recordOfSuffix, suffixOfRecord } from "./record_walk.ts";

export function recordResource(named: Pick<Resource, "noun" | "prefix" | "readScope">): Resource {
  return {
    ...named,
    titled(snapshot, realm, id) {
      const suffix = suffixOf(named.prefix, id);
      if (suffix === undefined) return undefined;
      const record = recordOfSuffix((place) => snapshot.record(place), realm, suffix);
      if (record === undefined || suffixOfRecord(record) !== suffix) return undefined;
      return { id, title: record.operation };
    },
  };
}
