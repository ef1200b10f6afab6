/** product.noun.retrieve: a kind of objects of a Product, with the schemas of what its calls take. */
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { kindNotFound } from "../object/object_refusals.ts";
import { KindPath } from "../object/object_schema.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { nounDocument, runningProgram } from "./product_noun.ts";
import { ProductNoun } from "./product_noun_schema.ts";

export const productNounRetrieve = declareRead({
  id: "product.noun.retrieve",
  summary: "Retrieve a kind of objects of a Product",
  description:
    "What the program of the Product declares of the kind, with JSON Schemas of the fields of an object and of the input of each action. An object of an earlier Build keeps that Build, which may declare the kind in another way.",
  http: { method: "GET", path: "/products/{productId}/nouns/{kind}" },
  principals: PRODUCT_CALLERS,
  scope: "products:read",
  acts: { on: "product", by: "productId" },
  // The schemas of a program as large as the language allows are several megabytes.
  runsIn: "pool",
  path: KindPath,
  output: ProductNoun,
  refusals: ["resource_not_found"],
  read(snapshot, { productId, kind }, { principal, realm }) {
    const otherProduct = refuseOtherProduct(principal, productId);
    if (otherProduct !== undefined) return otherProduct;
    const running = runningProgram(snapshot, realm, principal);
    const noun = running?.compiled.typed.nouns.get(kind);
    if (running === undefined || noun === undefined) return kindNotFound(kind, running?.compiled);
    return found(nounDocument(running, noun));
  },
});
