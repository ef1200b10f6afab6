/** catalog.provider.list: the providers outside the platform, and the outcomes that each may report. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { outcomesOf, type RequestKind } from "../../contract/messages/provider_kinds.ts";
import { FIRST_LEDGER_SHARD } from "../../contract/records/platform_realm.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { listOf } from "../../contract/values/formats.ts";
import { kindsOf, providersIn } from "../provider/provider_state.ts";
import { SIMULATED_PROVIDERS } from "../provider_request/providers.ts";
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
    "Those that serve in the environment that is asked for: in sandbox the simulator; in live those that the platform has connected, for each kind of request at most one.",
  http: { method: "GET", path: "/catalog/providers" },
  principals: PRODUCT_CALLERS,
  scope: "catalog:read",
  acts: { on: "nothing" },
  query: CatalogQuery,
  output: listOf(ProviderEntry, "ProviderEntryList"),
  refusals: [],
  read(_snapshot, input, context) {
    const isLive = context.environment === "live";
    const providers: readonly ServedKind[] = isLive
      ? servingIn(context.shardAt?.(FIRST_LEDGER_SHARD))
      : SIMULATED_PROVIDERS;
    // A provider may serve several kinds.
    return answerCatalogPage(input, context, providers, ({ provider, kind }) =>
      [provider, kind].join(" "),
    );
  },
});

/** A provider, once for each kind of request that it serves. */
type ServedKind = { provider: string; kind: RequestKind; outcomes: readonly string[] };

/** Those that new requests go to; neither their addresses nor their secrets. */
function servingIn(ledger: Snapshot | undefined): ServedKind[] {
  const configured = ledger === undefined ? [] : providersIn(ledger);
  const serving = configured.filter(({ status }) => status === "serving");
  return serving.flatMap((one) =>
    kindsOf(one).map((kind) => ({
      ...{ provider: one.provider, kind, outcomes: outcomesOf(kind) },
    })),
  );
}
