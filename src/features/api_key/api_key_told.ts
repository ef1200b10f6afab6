/**
 * What the platform shard has decided about an API key, as a fact of the realm that the key acts in.
 * The event of the fact stands in the realm's sequence of events.
 */
import type { Place } from "../../base/id.ts";
import {
  type EventOfKind,
  type EventsByKind,
  eventTypesOf,
  oneEvent,
} from "../../contract/event.ts";
import type { Apply } from "../../contract/operation.ts";
import type { ApiKeyView } from "../../contract/principal.ts";
import { ApiKey } from "./api_key_document.ts";

export type ApiKeyEventType = "api_key.created" | "api_key.revoked";

/** The input of `api_key.tell`. `origin`: the place of the platform shard's record. */
export type ApiKeyTelling = { type: ApiKeyEventType; apiKey: ApiKeyView; origin: Place };

export const API_KEY_TOLD = "api_key.told.1";

/** `apiKey`: as `api_key.current.retrieve` shows it, and as revoked when it is. */
export type ApiKeyTold = {
  kind: typeof API_KEY_TOLD;
  type: ApiKeyEventType;
  origin: Place;
  apiKey: ApiKey;
};

/** The state of the realm does not change: the edges have the keys from the platform shard. */
export const apiKeyFacts: Record<string, Apply<object>> = { [API_KEY_TOLD]: () => {} };

export const apiKeyEventTypes = eventTypesOf("api_key", ApiKey, {
  created: "An API key was made.",
  revoked: "An API key was revoked, for ever.",
});

const told: EventOfKind<ApiKeyTold> = {
  resourceIdOf: ({ apiKey }) => apiKey.apiKeyId,
  objectOf: ({ apiKey }) => apiKey,
};
const EVENTS = {
  "api_key.created": oneEvent("api_key.created", told),
  "api_key.revoked": oneEvent("api_key.revoked", told),
};

export const apiKeyEvents: EventsByKind = {
  [API_KEY_TOLD]: (fact) => EVENTS[(fact as ApiKeyTold).type](fact),
};
