/** Where a call acts: the actor that decides it or whose view answers it, and the scope there. */
import type { Caller, ProductKeyCaller } from "../contract/caller.ts";
import { scopeKeyOf } from "../contract/envelope.ts";
import { PLATFORM_SCOPE_KEY, PLATFORM_SHARD } from "../contract/platform_scope.ts";
import { type Refusal, refuse } from "../contract/refusal.ts";
import type { Courier } from "../placement/courier.ts";
import type { ShardView } from "../views/shard_view.ts";
import type { AnyOperation } from "./callable.ts";

/** An edge's own side of every actor. */
export type Actors = {
  /** In the order of shards. */
  couriers: readonly Courier[];
  platformCourier: Courier;
  /** In the order of shards; empty until every shard has replayed. */
  views: readonly ShardView[];
};

export type CallPlace = { refused?: undefined; shard: number; scopeKey: string };

const ON_PLATFORM: CallPlace = { shard: PLATFORM_SHARD, scopeKey: PLATFORM_SCOPE_KEY };

export function placeOf(
  operation: AnyOperation,
  caller: Caller,
): CallPlace | Refusal<"operation_not_allowed"> {
  if (operation.type === "write" && operation.actsOn === "platform") return ON_PLATFORM;
  if (caller.kind === "product_key") return placeOfKey(caller);
  return refuse("operation_not_allowed", `${operation.id} takes a credential of a Product`, {
    reason: "no_product",
  });
}

/** The place of everything that a Product key asks for: its own Product, in its own environment. */
export function placeOfKey({ principal, shard }: ProductKeyCaller): CallPlace {
  return { shard, scopeKey: scopeKeyOf(principal.productId, principal.environment) };
}

/** Undefined for an actor that this process does not have. */
export function courierAt(
  { couriers, platformCourier }: Actors,
  { shard }: CallPlace,
): Courier | undefined {
  return shard === PLATFORM_SHARD ? platformCourier : couriers[shard];
}

/** All couriers: those of the shards, and the platform's. */
export function allCouriers({ couriers, platformCourier }: Actors): readonly Courier[] {
  return [...couriers, platformCourier];
}
