/** The registered clients in the memory of the platform shard; all are in the platform's realm. */
import { suffixOf } from "../../base/id.ts";
import { DeadlineIndex } from "../../contract/tables/document_index.ts";
import { DocumentTable } from "../../contract/tables/document_table.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { CLIENT_PREFIX, type ClientDocument, endOfClient } from "./client_document.ts";

export type ClientState = {
  /** By the characters of the id behind its prefix. */
  clients: DocumentTable<ClientDocument>;
  /** When a client is forgotten. */
  clientDeadlines: DeadlineIndex<ClientDocument>;
};

export function createClientState(): ClientState {
  const clientDeadlines = new DeadlineIndex<ClientDocument>(endOfClient);
  const clients = new DocumentTable<ClientDocument>({
    name: "oauth_client",
    code: PLATFORM_TABLE.oauthClient,
    indexes: [clientDeadlines],
  });
  return { clients, clientDeadlines };
}

/** The client with the id, where it is kept and its time is not over. */
export function registeredClient(
  { clients }: ClientState,
  clientId: string,
  nowMs: number,
): ClientDocument | undefined {
  const key = suffixOf(CLIENT_PREFIX, clientId);
  const client = key === undefined ? undefined : clients.get(PLATFORM_REALM, key);
  return client !== undefined && nowMs < endOfClient(client) ? client : undefined;
}
