/** catalog.provider.list: the providers outside the platform, and the outcomes that each may report. */
import { Type } from "@sinclair/typebox";
import { listOf } from "../../contract/formats.ts";
import { declareRead } from "../../contract/operation.ts";
import { providersIn } from "../provider_request/providers.ts";
import { answerCatalogPage, CatalogQuery } from "./catalog_page.ts";

const ProviderEntry = Type.Object(
  {
    provider: Type.String({ description: "Its name, as what it confirms carries it." }),
    kind: Type.String({ description: "What it is asked for, such as a verification." }),
    outcomes: Type.Array(Type.String(), { description: "What it may say of a thing." }),
  },
  {
    title: "ProviderEntry",
    description: "Somebody outside the platform who confirms things to it.",
    additionalProperties: false,
  },
);

export const catalogProviderList = declareRead({
  id: "catalog.provider.list",
  summary: "List providers",
  description:
    "Those of the environment that is asked for: in sandbox the simulator, in live none while none is connected.",
  tag: "Catalog",
  http: { method: "GET", path: "/catalog/providers", status: 200 },
  principals: ["product_key", "founder", "agent"],
  scope: "catalog:read",
  acts: { on: "nothing" },
  query: CatalogQuery,
  output: listOf(ProviderEntry, "ProviderEntryList"),
  refusals: [],
  read(_snapshot, input, context) {
    const providers = providersIn(context.environment);
    // A provider may serve several kinds.
    return answerCatalogPage(input, context, providers, ({ provider, kind }) =>
      [provider, kind].join(" "),
    );
  },
});
