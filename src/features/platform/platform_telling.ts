/**
 * What a decision about a Product or an API key asks for besides: to be told in the realms of the
 * Product. A Product is told of in both of its environments, a key in its own. Each telling is an
 * effect, so it is owed from the record of the decision on, through crashes, until it is recorded.
 */
import type { Place } from "../../base/id.ts";
import type { Effect, EffectKind } from "../../contract/effect.ts";
import type { ApiKeyView, Environment, ProductView, RealmNames } from "../../contract/principal.ts";
import type { ApiKeyEventType, ApiKeyTelling } from "../api_key/api_key_told.ts";
import type { BuildInstallation, InstalledBuild } from "../product/build_installation.ts";
import type { ProductEventType, ProductTelling } from "../product/product_told.ts";
import type { ProductDocument } from "./platform_state.ts";

/** The caller waits: then an answered change is in the sequence of events of its Product. */
export const TELLING: EffectKind = {
  kind: "platform.telling",
  settledBy: "platform.telling.settle",
  cause: "platform",
  isAwaited: true,
};

/** The payload of the effect: an operation that a ledger shard runs in one realm of a Product. */
export type Telling = {
  /** Number of the shard that has the realm. */
  shard: number;
  names: RealmNames;
  operation: string;
  input: Record<string, unknown>;
};

type Placed = Omit<ProductDocument, "realm">;
const ENVIRONMENTS: readonly Environment[] = ["sandbox", "live"];

/** `place`: of the record that decides it. */
export function tellProduct(type: ProductEventType, product: Placed, place: Place): Effect[] {
  const { placement: _, ...view } = product;
  const told: ProductView = view;
  const input: ProductTelling = { type, product: told, origin: place };
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

/** `place`: of the record that decides it. `product`: the Product of the key. */
export function tellApiKey(
  type: ApiKeyEventType,
  apiKey: ApiKeyView,
  { product, place }: { product: Placed; place: Place },
): Effect[] {
  const input: ApiKeyTelling = { type, apiKey, origin: place };
  return [tellingIn(product, apiKey.environment, { operation: "api_key.tell", input })];
}

function tellingIn(
  { tenantId, productId, placement }: Placed,
  environment: Environment,
  what: Pick<Telling, "operation" | "input">,
): Effect {
  const names = { tenantId, productId, environment };
  const payload: Telling = { shard: placement[environment], names, ...what };
  return { kind: TELLING.kind, payload };
}
