/** The client that a request names, whichever of the two kinds it is. */
import type { PreparationTools } from "../../contract/declare/preparation.ts";
import { type Refusal, refuseUnavailable } from "../../contract/refusals/refusal.ts";
import { refuseOauth } from "../oauth_refusal.ts";
import { clientAddressFault, isClientAddress, readClientDocument } from "./client_address.ts";
import type { ClientMetadata } from "./client_metadata.ts";
import { type ClientState, registeredClient } from "./client_state.ts";

/** What the preparation has read of the document of a client; undefined where the id is no address. */
export type ReadClient = ReturnType<typeof readClientDocument> | undefined;

/** The address of the document of the client, where its id is one that a document may be fetched from. */
export function documentToFetch(
  clientId: string | undefined,
  rules: Pick<PreparationTools, "allowsLoopback">,
): string | undefined {
  if (clientId === undefined || !isClientAddress(clientId)) return undefined;
  return clientAddressFault(clientId, rules) === undefined ? clientId : undefined;
}

export function readNamedClient(
  clientId: string | undefined,
  tools: Pick<PreparationTools, "allowsLoopback" | "fetched">,
): ReadClient {
  if (clientId === undefined || !isClientAddress(clientId)) return undefined;
  const fault = clientAddressFault(clientId, tools);
  if (fault !== undefined) return { says: `the client_id ${fault}` };
  return readClientDocument(clientId, tools.fetched);
}

/** What is known of the client, or a refusal for the person that the browser belongs to. */
export function namedClient(
  state: ClientState,
  { clientId, read, nowMs }: { clientId: string; read: ReadClient; nowMs: number },
): ClientMetadata | Refusal<"state_constraint_failed" | "ledger_unavailable"> {
  if (read !== undefined) {
    if (!("says" in read)) return read;
    return read.isForNow === true
      ? refuseUnavailable(read.says)
      : refuseOauth("invalid_client", read.says);
  }
  const client = registeredClient(state, clientId, nowMs);
  if (client !== undefined) return client;
  const message = "the client_id is of no client that is registered here; it may be forgotten";
  return refuseOauth("invalid_client", message);
}
