/** The part of a shard's state about requests to providers, and the faults that tests have armed. */
import { DocumentTable } from "../../contract/document_table.ts";
import type { DueSource } from "../../contract/due_source.ts";
import { StoredDeadlines } from "../../contract/stored_index.ts";
import { PROVIDER_FAULT_TABLE, type ProviderFault } from "./provider_fault.ts";
import {
  PROVIDER_REQUEST_PREFIX,
  type ProviderRequestDocument,
} from "./provider_request_document.ts";
import { SIMULATOR } from "./providers.ts";

export const PROVIDER_REQUEST_TABLE = 35;
/** Entries by the time of the next attempt. */
export const PROVIDER_REQUEST_DUE_TABLE = 36;

export type ProviderRequestState = ReturnType<typeof createProviderRequestState>;

export function createProviderRequestState() {
  const providerRequestDeadlines = new StoredDeadlines<ProviderRequestDocument>(
    { name: "provider_request_due", code: PROVIDER_REQUEST_DUE_TABLE },
    ({ nextAttemptAtMs }) => nextAttemptAtMs,
  );
  return {
    /** By the suffix of the id. */
    providerRequests: new DocumentTable<ProviderRequestDocument>({
      name: "provider_request",
      code: PROVIDER_REQUEST_TABLE,
      stored: {},
      indexes: [providerRequestDeadlines],
    }),
    providerRequestDeadlines,
    providerFaults: new DocumentTable<ProviderFault>({
      name: "provider_fault",
      code: PROVIDER_FAULT_TABLE,
    }),
  };
}

/** The attempts of the simulator. Those of other providers are made outside of the shard. */
export const simulatedAttempts: DueSource<ProviderRequestState> = {
  name: "provider_request.attempt",
  realms: ({ providerRequestDeadlines }) => providerRequestDeadlines.realms(),
  earliest({ providerRequests, providerRequestDeadlines }, realm) {
    const first = providerRequestDeadlines.first(realm);
    // All requests of a realm have one carrier, so the first speaks for all.
    if (first === undefined || providerRequests.get(realm, first.key)?.provider !== SIMULATOR) {
      return undefined;
    }
    const providerRequestId = `${PROVIDER_REQUEST_PREFIX}_${first.key}`;
    return {
      atMs: first.atMs,
      operation: "provider_request.simulate",
      input: { providerRequestId },
      cause: "provider",
    };
  },
};
