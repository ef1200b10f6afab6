/** catalog.provider.list: who outside the platform confirms things to it, and what they may say. */
import { type Static, Type } from "@sinclair/typebox";
import { listOf } from "../../contract/formats.ts";
import { declareRead } from "../../contract/operation.ts";
import { answerCatalogPage, CatalogQuery } from "./catalog_page.ts";

const ProviderEntry = Type.Object(
  {
    provider: Type.String({ description: "Its name, as what it confirms carries it." }),
    kind: Type.String({ description: "What it does: verification of persons, payments." }),
    outcomes: Type.Array(Type.String(), { description: "What it may say of a thing." }),
  },
  {
    title: "ProviderEntry",
    description: "Somebody outside the platform who confirms things to it.",
    additionalProperties: false,
  },
);

/** None is connected: money moves inside the platform, and nobody outside confirms anything. */
const PROVIDERS: readonly Static<typeof ProviderEntry>[] = [];

export const catalogProviderList = declareRead({
  id: "catalog.provider.list",
  summary: "List providers",
  tag: "Catalog",
  http: { method: "GET", path: "/catalog/providers", status: 200 },
  principals: ["product_key"],
  scope: "catalog:read",
  acts: { on: "nothing" },
  query: CatalogQuery,
  output: listOf(ProviderEntry, "ProviderEntryList"),
  refusals: [],
  read: (_snapshot, input, context) =>
    answerCatalogPage(input, context, PROVIDERS, ({ provider }) => provider),
});
