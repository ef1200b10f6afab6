/** For tests: a company with a Product, the people of every role that its keys need, and their keys. */
import type { SessionCaller } from "../../../../src/contract/declare/caller.ts";
import { apiKeyLiveCreate } from "../../../../src/features/api_key/api_key.live.create.ts";
import { apiKeySandboxCreate } from "../../../../src/features/api_key/api_key.sandbox.create.ts";
import type { ApiKey } from "../../../../src/features/api_key/api_key_document.ts";
import { KEYS_PER_PRODUCT_MAX } from "../../../../src/features/platform/api_key_making.ts";
import type {
  ApiKeyChanged,
  ProductChanged,
} from "../../../../src/features/platform/platform_facts.ts";
import type {
  ApiKeyDocument,
  ProductDocument,
} from "../../../../src/features/platform/platform_state.ts";
import { newCompany, newPerson, newProduct, type Person } from "../../../world/people.ts";
import type { PlatformAsking, PlatformWorld } from "../../../world/platform_world.ts";

export type KeyCompany = {
  tenantId: string;
  productId: string;
  /** A Product that is activated for live. */
  liveProductId: string;
  /** A Product of another company. */
  foreignProductId: string;
  owner: Person;
  developer: Person;
  viewer: Person;
  /** The owner's session, whose login was verified with a second factor. */
  secured: SessionCaller;
};

export async function keyCompany(world: PlatformWorld): Promise<KeyCompany> {
  const company = await newCompany(world);
  const { productId } = await newProduct(world, company);
  const live = await newProduct(world, company, { name: "Shop", liveActivated: true });
  const foreign = await newProduct(world, await newCompany(world, "Other"));
  const owner = await newPerson(world, company);
  return {
    tenantId: company.tenantId,
    productId,
    liveProductId: live.productId,
    foreignProductId: foreign.productId,
    owner,
    developer: await newPerson(world, company, { role: "developer" }),
    viewer: await newPerson(world, company, { role: "viewer" }),
    secured: { ...owner.session, mfa: true },
  };
}

/** A key of the sandbox, as the answer shows it to its maker. */
export async function newKey(
  world: PlatformWorld,
  { productId, owner }: Pick<KeyCompany, "productId" | "owner">,
  draft: Record<string, unknown> = {},
  asking: PlatformAsking = { caller: owner.session },
): Promise<ApiKey & { key: string }> {
  const input = { productId, name: "Checkout", scopes: ["transfers:read"], ...draft };
  return (await world.made(apiKeySandboxCreate, input, asking)) as ApiKey & { key: string };
}

/** Makes as many keys of the sandbox as a Product may have; returns the first. */
export async function allKeys(
  world: PlatformWorld,
  company: Pick<KeyCompany, "productId" | "owner">,
): Promise<ApiKeyDocument> {
  const { apiKeyId } = await newKey(world, company);
  const first = world.state.apiKeys.find(apiKeyId) as ApiKeyDocument;
  const { realm: _, ...one } = first;
  const more = Array.from({ length: KEYS_PER_PRODUCT_MAX - 1 }, (_, at): ApiKeyChanged => {
    const id = `key_${String(at).padStart(22, "0")}`;
    return { kind: "api_key.created.1", apiKey: { ...one, apiKeyId: id, slot: at + 1 } };
  });
  world.apply(more);
  return first;
}

export function disableProduct(world: PlatformWorld, productId: string): void {
  const { realm: _, ...product } = world.state.products.find(productId) as ProductDocument;
  const fact: ProductChanged = {
    kind: "product.changed.1",
    product: { ...product, status: "disabled" },
  };
  world.apply([fact]);
}

/** A key of live, made by the owner in a browser with a second factor. */
export async function newLiveKey(
  world: PlatformWorld,
  { liveProductId: productId, secured }: KeyCompany,
): Promise<ApiKey> {
  const input = { productId, name: "Shop", scopes: ["transfers:read"] };
  return (await world.made(apiKeyLiveCreate, input, { caller: secured })) as ApiKey;
}
