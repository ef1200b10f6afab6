/**
 * The tellings of a decision about a Product or an API key: effects that run an operation in the realms of the Product,
 * where the event of the decision stands. A Product is told of in both environments, a key in its own. An effect is
 * owed from the record of the decision on, through crashes, until its outcome is recorded.
 */
import type { Place } from "../../base/id.ts";
import type { Effect, EffectKind } from "../../contract/declare/effect.ts";
import type {
  ApiKeyView,
  Environment,
  ProductView,
  RealmNames,
} from "../../contract/declare/principal.ts";
import type { ZoneTable } from "../../rails/zone_offsets.ts";
import type { ApiKeyEventType, ApiKeyTelling } from "../api_key/api_key_told.ts";
import type { BuildInstallation, InstalledBuild } from "../product/build_installation.ts";
import type { TimeZoneTelling } from "../product/product_time_zone.ts";
import type { ProductEventType, ProductTelling } from "../product/product_told.ts";
import type { PlatformState, ProductDocument, TenantDocument } from "./platform_state.ts";

/**
 * The kind of a telling. The caller is answered after it, when the event of the change stands in the Product's realm.
 */
export const TELLING: EffectKind = {
  kind: "platform.telling",
  settledBy: "platform.telling.settle",
  cause: "platform",
  isAwaited: true,
};

/** The kind of a telling whose answer is used: it asks a realm whether it can be closed. */
export const CLOSING: EffectKind = {
  kind: "platform.closing",
  settledBy: "platform.closing.settle",
  cause: "platform",
};

/** The payload of the effect: an operation that a ledger shard runs in one realm of a Product. */
export type Telling = {
  /** Number of the shard that has the realm. */
  shard: number;
  names: RealmNames;
  operation: string;
  input: Record<string, unknown>;
  /** Of `CLOSING`: the place of the record that began the closing. */
  close?: Place;
};

/** The payload of one effect for many realms: the operation runs in each. For what is told in every Product of a company. */
export type WideTelling = Pick<Telling, "operation" | "input"> & {
  realms: readonly Pick<Telling, "shard" | "names">[];
};

type Placed = Omit<ProductDocument, "realm">;
const ENVIRONMENTS: readonly Environment[] = ["sandbox", "live"];
const TIME_ZONE_TELL = "product.time_zone.tell";

/** `place`: of the record that decides it. */
export function tellProduct(type: ProductEventType, product: Placed, place: Place): Effect[] {
  const input = toldInput(type, product, place);
  return ENVIRONMENTS.map((environment) =>
    tellingIn(product, environment, { operation: "product.tell", input }),
  );
}

/**
 * The Product's realms run the Build from now on, and objects of the kinds that are named become objects of it.
 * `place`: of the record that decides it.
 */
export function installBuild(
  product: Placed,
  { migrate, ...build }: InstalledBuild & Pick<BuildInstallation, "migrate">,
  place: Place,
): Effect[] {
  const isMigrated = migrate !== undefined && migrate.length > 0;
  const input: BuildInstallation = { build, origin: place, ...(isMigrated && { migrate }) };
  return ENVIRONMENTS.map((environment) =>
    tellingIn(product, environment, { operation: "product.build.install", input }),
  );
}

/** Asks both realms whether they can be closed. A realm that can takes nothing from callers from then on. */
export function askToClose(product: Placed, close: Place): Effect[] {
  return ENVIRONMENTS.map((environment) =>
    closingIn(product, environment, { operation: "product.realm.close", input: {} }, close),
  );
}

/** Opens realms again that were ready to be closed, because the other realm could not be closed. */
export function reopen(
  product: Placed,
  environments: readonly Environment[],
  close: Place,
): Effect[] {
  return environments.map((environment) =>
    closingIn(product, environment, { operation: "product.realm.open", input: {} }, close),
  );
}

/** Tells both realms that the Product was closed; the caller of `product.close` waits until both are told. */
export function tellClosed(
  product: Placed,
  { place, close }: { place: Place; close: Place },
): Effect[] {
  const input = toldInput("product.closed", product, place);
  return ENVIRONMENTS.map((environment) =>
    closingIn(product, environment, { operation: "product.tell", input }, close),
  );
}

/** The operator closes a Product whatever it has: its realms take nothing from callers any more. */
export function closeRealms(product: Placed): Effect[] {
  const what = { operation: "product.realm.close", input: { isForced: true } };
  return ENVIRONMENTS.map((environment) => tellingIn(product, environment, what));
}

/** Runs `what.operation`, which tells its input, in both realms of a Product. */
export function tellInProduct(
  product: Placed,
  what: Pick<Telling, "operation" | "input">,
): Effect[] {
  return ENVIRONMENTS.map((environment) => tellingIn(product, environment, what));
}

/** Runs `what.operation`, which tells its input, in the Product's realm of one environment. */
export function tellInEnvironment(
  product: Placed,
  environment: Environment,
  what: Pick<Telling, "operation" | "input">,
): Effect[] {
  return [tellingIn(product, environment, what)];
}

/** The days of a new Product's books go by the zone of its company from the beginning on. */
export function tellZoneOfNew(product: Placed, { timeZone }: Pick<TenantDocument, "timeZone">) {
  if (timeZone === undefined) return [];
  const input: TimeZoneTelling = { zone: timeZone, sinceMs: product.createdAtMs };
  return tellInProduct(product, { operation: TIME_ZONE_TELL, input });
}

/**
 * Tells the zone in every Product of the company that is not closed. One effect, because a company may have more realms than a
 * record may have effects.
 */
export function tellZone(
  { products, productsOpen }: Pick<PlatformState, "products" | "productsOpen">,
  realm: number,
  zone: ZoneTable,
): Effect[] {
  const realms = [...productsOpen.of(realm)].sort().flatMap((productId) => {
    const product = products.get(realm, productId);
    return product === undefined
      ? []
      : ENVIRONMENTS.map((environment) => realmOf(product, environment));
  });
  if (realms.length === 0) return [];
  const input: TimeZoneTelling = { zone };
  const payload: WideTelling = { realms, operation: TIME_ZONE_TELL, input };
  return [{ kind: TELLING.kind, payload }];
}

/** `place`: of the record that decides it. `product`: the Product of the key. */
export function tellApiKey(
  type: ApiKeyEventType,
  apiKey: ApiKeyView,
  { product, place }: { product: Placed; place: Place },
): Effect[] {
  const input: ApiKeyTelling = { type, apiKey, origin: place };
  return [tellingIn(product, apiKey.environment, { operation: "api_key.tell", input })];
}

function toldInput(type: ProductEventType, product: Placed, origin: Place): ProductTelling {
  const { placement: _, ...view } = product;
  const told: ProductView = view;
  return { type, product: told, origin };
}

function closingIn(
  product: Placed,
  environment: Environment,
  what: Pick<Telling, "operation" | "input">,
  close: Place,
): Effect {
  const { payload } = tellingIn(product, environment, what);
  return { kind: CLOSING.kind, payload: { ...(payload as Telling), close } };
}

function tellingIn(
  product: Placed,
  environment: Environment,
  what: Pick<Telling, "operation" | "input">,
): Effect {
  const payload: Telling = { ...realmOf(product, environment), ...what };
  return { kind: TELLING.kind, payload };
}

function realmOf(
  { tenantId, productId, placement }: Placed,
  environment: Environment,
): Pick<Telling, "shard" | "names"> {
  return { shard: placement[environment], names: { tenantId, productId, environment } };
}
