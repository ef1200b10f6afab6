/** The part of a ledger shard's state about comparisons of books. */
import { PLATFORM_REALM_KEY } from "../../contract/records/platform_realm.ts";
import { DocumentTable } from "../../contract/tables/document_table.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type {
  ProviderComparisonDocument,
  ToldComparisonDocument,
} from "./provider_comparison_document.ts";

export type ProviderComparisonState = ReturnType<typeof createProviderComparisonState>;

export function createProviderComparisonState() {
  return {
    /** By provider. */
    providerComparisons: new DocumentTable<ProviderComparisonDocument>({
      name: "provider_comparison",
      code: LEDGER_TABLE.providerComparison,
      stored: {},
    }),
    /** By provider, in the realm that was told. */
    toldComparisons: new DocumentTable<ToldComparisonDocument>({
      name: "provider_comparison_told",
      code: LEDGER_TABLE.providerComparisonTold,
      stored: {},
    }),
  };
}

/** What came of the comparisons, by provider, as a view of the first ledger shard shows it. */
export function comparisonsIn(
  snapshot: Pick<Snapshot, "ascend">,
  realmNumberOf: (key: string) => number | undefined,
): ProviderComparisonDocument[] {
  const realm = realmNumberOf(PLATFORM_REALM_KEY);
  if (realm === undefined) return [];
  return [...snapshot.ascend(LEDGER_TABLE.providerComparison, realm, {})].map(({ value }) =>
    decodeDocument<ProviderComparisonDocument>(value),
  );
}
