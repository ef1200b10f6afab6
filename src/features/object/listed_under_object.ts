/** Lists of the things of one object, which their own feature lists for the whole Product too. */
import type { Static } from "@sinclair/typebox";
import type { ReadContext } from "../../contract/declare/operation.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { listedUnder } from "../resource_reads.ts";
import { OBJECT_PATH_REFUSALS, seenObject } from "./object_reads.ts";
import { ObjectPath } from "./object_schema.ts";

type Input = Static<typeof ObjectPath> & Readonly<Record<string, unknown>>;

/** The parts of a declaration that follow from the resource, and from the index of its things by object. */
export function listedUnderObject(...listed: Parameters<typeof listedUnder>) {
  const { query, output, readWithin } = listedUnder(...listed);
  return {
    path: ObjectPath,
    query,
    output,
    refusals: OBJECT_PATH_REFUSALS,
    read(snapshot: Snapshot, input: Input, context: ReadContext) {
      const seen = seenObject(snapshot, input, context);
      if ("refused" in seen) return seen;
      return readWithin(snapshot, input, context, seen.suffix);
    },
  };
}
