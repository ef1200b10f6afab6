/**
 * What the platform shard has decided about an API key, as a fact of the realm that the key acts in.
 * The event of the fact stands in the realm's sequence of events.
 */
import type { Place } from "../../base/id.ts";
import {
  type EventOfKind,
  type EventsByKind,
  type EventsOf,
  eventTypesOf,
  oneEvent,
} from "../../contract/declare/event.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import type { ApiKeyView } from "../../contract/declare/principal.ts";
import { ApiKey } from "./api_key_document.ts";

export const API_KEY_EVENTS = [
  "api_key.created",
  "api_key.updated",
  "api_key.rolled",
  "api_key.revoked",
  "api_key.expiring",
] as const;
export type ApiKeyEventType = (typeof API_KEY_EVENTS)[number];

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
  updated: "An API key got another name, or is taken from other addresses.",
  rolled: "Another API key, which was made at once, takes the place of this one.",
  revoked: "An API key was revoked, for ever.",
  expiring: "An API key stops working in seven days.",
});

const told: EventOfKind<ApiKeyTold> = {
  resourceIdOf: ({ apiKey }) => apiKey.apiKeyId,
  objectOf: ({ apiKey }) => apiKey,
};
const EVENTS = Object.fromEntries(
  API_KEY_EVENTS.map((type) => [type, oneEvent(type, told)]),
) as Record<ApiKeyEventType, EventsOf>;

export const apiKeyEvents: EventsByKind = {
  [API_KEY_TOLD]: (fact) => EVENTS[(fact as ApiKeyTold).type](fact),
};
