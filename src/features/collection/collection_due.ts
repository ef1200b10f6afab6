/** What is due of collections: the clock's attempt at `dueAt`, ends that objects are told of, and what the simulator of a sandbox does next. */

import { invariant } from "../../base/invariant.ts";
import type { DueSource } from "../../contract/declare/due_source.ts";
import type { CollectionState } from "./collection_facts.ts";

export const collectionSteps: DueSource<CollectionState> = {
  name: "collection.due",
  realms: ({ collections }) => collections.deadlines.realms(),
  earliest({ collections }, realm) {
    const first = collections.deadlines.first(realm);
    if (first === undefined) return undefined;
    const { atMs, key } = first;
    const collectionId = `${collections.prefix}_${key}`;
    const collection = collections.byId(realm, collectionId);
    invariant(collection !== undefined, "a collection with a deadline is there");
    const input = { collectionId };
    const { untold: ended } = collection;
    if (ended !== undefined) {
      return { atMs, operation: "object.collection.run", input: { collectionId, ended } };
    }
    if (collection.status === "scheduled") return { atMs, operation: "collection.run", input };
    return { atMs, operation: "collection.simulate", input, cause: "provider" };
  },
};
