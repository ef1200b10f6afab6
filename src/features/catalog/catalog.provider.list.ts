/** catalog.provider.list: the providers outside the platform, and the outcomes that each may report. */
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

/** Empty: no provider is connected, because money moves only inside the platform. */
const PROVIDERS: readonly Static<typeof ProviderEntry>[] = [];

export const catalogProviderList = declareRead({
  id: "catalog.provider.list",
  summary: "List providers",
  description: "The providers that are connected to the platform; empty while none is.",
  tag: "Catalog",
  http: { method: "GET", path: "/catalog/providers", status: 200 },
  principals: ["product_key", "founder", "agent"],
  scope: "catalog:read",
  acts: { on: "nothing" },
  query: CatalogQuery,
  output: listOf(ProviderEntry, "ProviderEntryList"),
  refusals: [],
  read: (_snapshot, input, context) =>
    answerCatalogPage(input, context, PROVIDERS, ({ provider }) => provider),
});
