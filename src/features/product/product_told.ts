/** What the platform shard has decided about a Product, as a fact of each of the Product's realms. */
import type { Place } from "../../base/id.ts";
import type { ProductView } from "../../contract/declare/principal.ts";
import { declareTold, type ToldTypeOf } from "../told_facts.ts";
import { Product } from "./product_document.ts";

/** The Product of a fact is as `product.retrieve` shows it in the realm's environment, when the fact is recorded. */
export const productsTold = declareTold({
  noun: "product",
  output: Product,
  happenings: {
    created: "A Product was created.",
    changed: {
      event: "updated",
      told: "A Product changed: its name, its status, or whether it may use live.",
    },
    build_applied: "A Product runs another Build, or its first one: new objects are of that Build.",
    disabled: "A Product was disabled: its credentials do not work any more.",
    enabled: "A disabled Product was enabled: its credentials work again.",
    activation_requested: "A company asked for live for its Product: the platform reviews it.",
    activation_cancelled: "A company took back that it asked for live.",
    activated: "The platform opened live to a Product, or opened it again.",
    activation_rejected: "The platform did not open live to a Product; it may be asked for again.",
    closed: "A Product was closed, for ever: none of its credentials works any more.",
  },
});
export type ProductEventType = ToldTypeOf<typeof productsTold>;

/** The input of `product.tell`. `origin`: the place of the platform shard's record. */
export type ProductTelling = { type: ProductEventType; product: ProductView; origin: Place };
