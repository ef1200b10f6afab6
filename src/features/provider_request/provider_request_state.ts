/** The part of a shard's state about requests to providers, and the faults that tests have armed. */
import type { DueSource } from "../../contract/declare/due_source.ts";
import { PROVIDER_REFERENCE_CHARACTERS_MAX } from "../../contract/messages/provider_protocol.ts";
import { FinderIndex } from "../../contract/tables/document_index.ts";
import { DocumentTable } from "../../contract/tables/document_table.ts";
import { StoredDeadlines } from "../../contract/tables/stored_index.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { ProviderFault } from "./provider_fault.ts";
import {
  keyOfRequest,
  PROVIDER_REQUEST_PREFIX,
  type ProviderRequestDocument,
} from "./provider_request_document.ts";
import { SIMULATOR } from "./providers.ts";

export type ProviderRequestState = ReturnType<typeof createProviderRequestState>;

export function createProviderRequestState() {
  const providerRequestDeadlines = new StoredDeadlines<ProviderRequestDocument>(
    { name: "provider_request_due", code: LEDGER_TABLE.providerRequestDue },
    ({ nextAttemptAtMs }) => nextAttemptAtMs,
  );
  return {
    /** By the suffix of the id. */
    providerRequests: new DocumentTable<ProviderRequestDocument>({
      name: "provider_request",
      code: LEDGER_TABLE.providerRequest,
      stored: {},
      indexes: [
        providerRequestDeadlines,
        new FinderIndex(
          {
            name: "provider_request_by_reference",
            code: LEDGER_TABLE.providerRequestByReference,
            inRealm: 0,
          },
          referencesOf,
        ),
        new FinderIndex(
          {
            name: "provider_request_for_file",
            code: LEDGER_TABLE.providerRequestForFile,
            inRealm: 0,
          },
          forFileOf,
        ),
      ],
    }),
    providerRequestDeadlines,
    providerFaults: new DocumentTable<ProviderFault>({
      name: "provider_fault",
      code: LEDGER_TABLE.providerFault,
    }),
  };
}

/** What the entries of the requests begin with that a provider calls by this reference; the request's key follows. */
export function referenceText(provider: string, providerReference: string): string {
  return `${provider} ${providerReference} `;
}

/** A provider may give two effects one reference, so the key of the request makes the text unique. */
function referencesOf({ provider, providerRequestId, answer }: ProviderRequestDocument): string[] {
  const { providerReference } = answer ?? {};
  if (provider === SIMULATOR || providerReference === undefined) return [];
  if (providerReference.length > PROVIDER_REFERENCE_CHARACTERS_MAX) return [];
  return [referenceText(provider, providerReference) + keyOfRequest(providerRequestId)];
}

/** What the entries of the requests begin with that wait for a file to this bank; the request's key follows. */
export function waitingText(provider: string): string {
  return `${provider} `;
}

function forFileOf({ provider, providerRequestId, file }: ProviderRequestDocument): string[] {
  return file === "waiting" ? [waitingText(provider) + keyOfRequest(providerRequestId)] : [];
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
