/** catalog.capability.list: what a Product can be made able to do. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { listOf } from "../../contract/values/formats.ts";
import { allScopes } from "../operation_ids.ts";
import { CAPABILITIES, capabilityOf } from "../product/capabilities.ts";
import { answerCatalogPage, CatalogQuery } from "./catalog_page.ts";

const CapabilityEntry = Type.Object(
  {
    capability: Type.String({ description: "Its name, as a Product lists it." }),
    description: Type.String({ description: "What it lets a Product do." }),
    liveRequirements: Type.Array(Type.String(), {
      description: "What activation for live asks for because of it.",
    }),
    scopes: Type.Array(Type.String(), { description: "Scopes that it is used with." }),
  },
  {
    title: "Capability",
    description: "Something that a Product can be made able to do.",
    additionalProperties: false,
  },
);

export const catalogCapabilityList = declareRead({
  id: "catalog.capability.list",
  summary: "List capabilities",
  description: "What a Product can be made able to do, and the scopes that go with it.",
  http: { method: "GET", path: "/catalog/capabilities" },
  principals: PRODUCT_CALLERS,
  scope: "catalog:read",
  acts: { on: "nothing" },
  query: CatalogQuery,
  output: listOf(CapabilityEntry, "CapabilityList"),
  refusals: [],
  read: (_snapshot, input, context) =>
    answerCatalogPage(input, context, capabilities(), ({ capability }) => capability),
});

function capabilities() {
  const scopes = allScopes();
  return CAPABILITIES.map((one) => ({
    ...one,
    scopes: scopes.filter((scope) => capabilityOf(scope) === one.capability),
  }));
}
