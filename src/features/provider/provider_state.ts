/** The part of a ledger shard's state about the providers of live. */
import {
  PROVIDER_KINDS,
  type RequestKind,
  serves,
} from "../../contract/messages/provider_kinds.ts";
import { PLATFORM_REALM_KEY } from "../../contract/records/platform_realm.ts";
import type { RealmDocument } from "../../contract/records/realm_document.ts";
import { DocumentTable } from "../../contract/tables/document_table.ts";
import { SHARD_TABLE } from "../../contract/tables/shard_table_codes.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { ProviderDocument } from "./provider_document.ts";

export type ProviderState = ReturnType<typeof createProviderState>;

export function createProviderState() {
  return {
    /** By name. In memory: there are a few. */
    providers: new DocumentTable<ProviderDocument>({
      name: "provider",
      code: LEDGER_TABLE.provider,
    }),
  };
}

/** The kinds of requests that a provider takes: a bank checks payees only where it was configured so. */
export function kindsOf({
  kind,
  payeeChecks = [],
}: Pick<ProviderDocument, "kind" | "payeeChecks">): RequestKind[] {
  return PROVIDER_KINDS[kind].filter((one) => one !== "payee_check" || payeeChecks.length > 0);
}

/** What is asked about providers. */
export type ProviderSight = { providers: { values(): Iterable<ProviderDocument> } };

/** Who serves a kind of request in live; undefined where nobody does. */
export function servingProvider(
  { providers }: ProviderSight,
  kind: RequestKind,
): ProviderDocument | undefined {
  for (const provider of providers.values()) {
    if (provider.status === "serving" && serves(provider.kind, kind)) return provider;
  }
  return undefined;
}

/** The providers as a snapshot of a ledger shard shows them, by name. */
export function providersIn(
  snapshot: Snapshot,
  realmNumberOf = (key: string) => realmNumberIn(snapshot, key),
): ProviderDocument[] {
  const realm = realmNumberOf(PLATFORM_REALM_KEY);
  if (realm === undefined) return [];
  return [...snapshot.ascend(LEDGER_TABLE.provider, realm, {})].map(({ value }) =>
    decodeDocument<ProviderDocument>(value),
  );
}

function realmNumberIn(snapshot: Snapshot, key: string): number | undefined {
  const value = snapshot.get(SHARD_TABLE.realm, 0, key);
  return value === undefined ? undefined : decodeDocument<RealmDocument>(value).number;
}
