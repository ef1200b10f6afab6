/** For tests: the life of Products on the platform shard, and what their realms are told of it. */
import { zoneTableOf } from "../../../../src/rails/zone_offsets.ts";
import { PRODUCT_ID, START_MS, TENANT_ID } from "../../../world/callers.ts";
import { type CompanyStage, operate, type Part } from "../../../world/story.ts";
import { buildMade } from "../build/build_story.ts";
import { PRICES } from "../build/sources.ts";
import { installable } from "./installed.ts";

/** What the platform tells a realm of its Product, which is closed and opened again. */
export function* tellRealmOfProduct(): Part {
  const names = { tenantId: TENANT_ID, productId: PRODUCT_ID };
  const at = { createdAtMs: START_MS, updatedAtMs: START_MS };
  const own = { name: "P", status: "active", liveActivated: false, revision: 1 };
  const product = { ...names, ...own, ...at };
  const disabled = { ...product, status: "disabled", revision: 2 };
  const enabled = { ...product, revision: 3 };
  yield* operate("product.build.install", { build: installable(), origin: 8_192 });
  for (const [type, now] of [
    ["product.created", product],
    ["product.updated", disabled],
    ["product.build_applied", product],
    ["product.disabled", disabled],
    ["product.enabled", enabled],
    ["product.activation_requested", { ...enabled, activation: { status: "requested" } }],
    ["product.activation_cancelled", enabled],
    ["product.activation_rejected", enabled],
    ["product.activated", enabled],
    ["product.closed", { ...product, status: "closed", revision: 5 }],
  ] as const) {
    yield* operate("product.tell", { type, product: now, origin: 8_193 });
  }
  const zone = zoneTableOf("Europe/Berlin", START_MS);
  yield* operate("product.time_zone.tell", { zone, sinceMs: START_MS });
  yield* operate("product.time_zone.tell", { zone });
  yield* operate("product.realm.close", { isForced: true });
  yield* operate("product.realm.open", {});
}

/** What the operator does with a Product, and an agent of the person with others. */
export function* tellOfProducts({ productId, userId }: CompanyStage): Part {
  yield* operate("platform.product.update", { productId, status: "disabled" });
  yield* operate("platform.product.update", { productId, status: "active" });
  yield* operate("platform.product.rate.agree", { productId, meter: "payouts", rate: "custom" });
  const from = { address: "192.0.2.1", userAgent: "story" };
  const asker = { kind: "agent", mfa: true, userId, scopes: ["transfers:read"], from };
  const own = yield* operate("product.create", { name: "Q" }, { ...asker, shards: 2 });
  const made = { productId: own["productId"] };
  yield* operate("product.update", { ...made, name: "R" }, asker);
  yield* operate("product.disable", made, asker);
  yield* operate("product.enable", made, asker);
  const applied = { ...made, buildId: yield* buildMade(), expectedPricing: PRICES };
  yield* operate("product.build.apply", applied, { ...asker, compared: { findings: [] } });
  yield* tellOfLive(asker);
}

/** Live is asked for, in vain at first; then the Product is closed, and another one by the operator. */
function* tellOfLive(asker: object): Part {
  const { productId } = yield* operate("product.create", { name: "S" }, { ...asker, shards: 2 });
  const capabilities = ["ledger", "customers", "transfers", "holds"];
  const request = { productId, expectedPricing: PRICES, capabilities };
  const decide = (outcome: string) =>
    operate("platform.product.activation.decide", { productId, outcome, reason: "so" });
  yield* operate("product.activation.request", request, asker);
  yield* operate("product.activation.cancel", { productId }, asker);
  yield* operate("product.activation.request", request, asker);
  yield* decide("rejected");
  yield* operate("product.activation.request", request, asker);
  yield* decide("active");
  yield* decide("suspended");
  const { place: close } = yield* operate("product.close", { productId }, asker);
  for (const environment of ["live", "sandbox", "live", "sandbox"]) {
    yield* operate("platform.closing.settle", { close, environment, answer: {} });
  }
  const other = yield* operate("product.create", { name: "T" }, { ...asker, shards: 2 });
  const closed = { productId: other["productId"], status: "closed" };
  yield* operate("platform.product.update", closed);
}
