/** Clients of the OAuth server that register themselves, or are what a document says. */
import { noEvents } from "../../contract/declare/event.ts";
import type { Feature } from "../../contract/declare/feature.ts";
import { clientFacts } from "./client_facts.ts";
import { type ClientState, createClientState } from "./client_state.ts";
import { oauthClientCreate } from "./oauth_client.create.ts";

export const oauthClientFeature = {
  operations: [oauthClientCreate],
  facts: clientFacts,
  eventsOf: { "oauth_client.registered.1": noEvents, "oauth_client.used.1": noEvents },
  createState: createClientState,
  tables: ({ clients }) => [clients],
} satisfies Feature<ClientState>;
