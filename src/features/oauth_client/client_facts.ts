/** The facts about registered clients: one is registered, and a person has let it in. */
import { suffixOf } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { CLIENT_PREFIX, CLIENTS_MAX, type ClientDocument } from "./client_document.ts";
import type { ClientState } from "./client_state.ts";

export type ClientRegistered = Fact & {
  kind: "oauth_client.registered.1";
  client: Omit<ClientDocument, "realm">;
};

export type ClientUsed = Fact & { kind: "oauth_client.used.1"; clientId: string };

export const clientFacts: Record<(ClientRegistered | ClientUsed)["kind"], Apply<ClientState>> = {
  "oauth_client.registered.1": (state, fact, { timeMs }) => {
    const { client } = fact as ClientRegistered;
    makeRoom(state, timeMs);
    state.clients.set(keyOf(client.clientId), { ...client, realm: PLATFORM_REALM });
  },
  "oauth_client.used.1": ({ clients }, fact, { timeMs }) => {
    const key = keyOf((fact as ClientUsed).clientId);
    const client = clients.find(key);
    if (client !== undefined) clients.set(key, { ...client, lastUsedAtMs: timeMs });
  },
};

/** Forgets those whose time is over, and, where as many are kept as may be, the one whose time ends next. */
function makeRoom({ clients, clientDeadlines }: ClientState, timeMs: number): void {
  for (;;) {
    const first = clientDeadlines.first(PLATFORM_REALM);
    if (first === undefined) return;
    if (first.atMs > timeMs && clients.size < CLIENTS_MAX) return;
    clients.remove(first.key);
  }
}

function keyOf(clientId: string): string {
  const suffix = suffixOf(CLIENT_PREFIX, clientId);
  invariant(suffix !== undefined, "a decision names the client that it has made or found");
  return suffix;
}
