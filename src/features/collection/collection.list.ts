/** collection.list: the collections of a Product, newest first. */
import { declareRead } from "../../contract/operation.ts";
import { listed } from "../resource_reads.ts";
import { collections } from "./collection_noun.ts";

export const collectionList = declareRead({
  id: "collection.list",
  summary: "List collections",
  description:
    "Newest first, from the first attempt of each on. `search` takes the id of a collection, of its consent, of its object or of its row.",
  tag: "Collections",
  http: { method: "GET", path: "/collections", status: 200 },
  principals: ["product_key", "founder", "agent"],
  scope: "collections:read",
  ...listed(collections),
});
