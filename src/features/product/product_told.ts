/**
 * What the platform shard has decided about a Product, as a fact of each of the Product's realms. The
 * event of the fact stands in the realm's sequence of events; the events of the platform shard's own
 * facts stand in the realm of the tenant, where no Product listens.
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
import type { ProductView } from "../../contract/declare/principal.ts";
import { Product } from "./product_document.ts";

export const PRODUCT_EVENTS = [
  "product.created",
  "product.updated",
  "product.build_applied",
  "product.disabled",
  "product.enabled",
  "product.activation_requested",
  "product.activation_cancelled",
  "product.activated",
  "product.activation_rejected",
  "product.closed",
] as const;
export type ProductEventType = (typeof PRODUCT_EVENTS)[number];

/** The input of `product.tell`. `origin`: the place of the platform shard's record. */
export type ProductTelling = { type: ProductEventType; product: ProductView; origin: Place };

export const PRODUCT_TOLD = "product.told.1";

/** `product`: as `product.retrieve` shows it in the realm's environment, when the fact is recorded. */
export type ProductTold = {
  kind: typeof PRODUCT_TOLD;
  type: ProductEventType;
  origin: Place;
  product: Product;
};

/** The state of the realm does not change: every read has the Product from the platform shard. */
export const productFacts: Record<string, Apply<object>> = { [PRODUCT_TOLD]: () => {} };

export const productEventTypes = eventTypesOf("product", Product, {
  created: "A Product was created.",
  updated: "A Product changed: its name, its status, or whether it may use live.",
  build_applied: "A Product runs another Build, or its first one: new objects are of that Build.",
  disabled: "A Product was disabled: its credentials do not work any more.",
  enabled: "A disabled Product was enabled: its credentials work again.",
  activation_requested: "A company asked for live for its Product: the platform reviews it.",
  activation_cancelled: "A company took back that it asked for live.",
  activated: "The platform opened live to a Product, or opened it again.",
  activation_rejected: "The platform did not open live to a Product; it may be asked for again.",
  closed: "A Product was closed, for ever: none of its credentials works any more.",
});

const told: EventOfKind<ProductTold> = {
  resourceIdOf: ({ product }) => product.productId,
  objectOf: ({ product }) => product,
};
const EVENTS = Object.fromEntries(
  PRODUCT_EVENTS.map((type) => [type, oneEvent(type, told)]),
) as Record<ProductEventType, EventsOf>;

export const productEvents: EventsByKind = {
  [PRODUCT_TOLD]: (fact) => EVENTS[(fact as ProductTold).type](fact),
};
