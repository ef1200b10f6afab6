/** collection.retrieve: reads one collection. */
import { declareRead } from "../../contract/operation.ts";
import { retrieved } from "../resource_reads.ts";
import { collections } from "./collection_noun.ts";
import { CollectionPath } from "./collection_schema.ts";

export const collectionRetrieve = declareRead({
  id: "collection.retrieve",
  summary: "Retrieve a collection",
  description: "The collection as it is now, with every attempt and why the last one failed.",
  tag: "Collections",
  http: { method: "GET", path: "/collections/{collectionId}", status: 200 },
  principals: ["product_key", "founder", "agent"],
  scope: "collections:read",
  ...retrieved(collections, CollectionPath),
});
