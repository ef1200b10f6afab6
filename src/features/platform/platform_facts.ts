/** The platform actor's facts: each carries the whole new document. */
import type { Apply } from "../../contract/operation.ts";
import type { Fact } from "../../contract/record.ts";
import type {
  ApiKeyDocument,
  PlatformState,
  ProductDocument,
  TenantDocument,
} from "./platform_state.ts";

export type TenantCreated = Fact & {
  kind: "tenant.created.1";
  tenant: Omit<TenantDocument, "scope">;
};
export type ProductChanged = Fact & {
  kind: "product.created.1" | "product.changed.1";
  product: Omit<ProductDocument, "scope">;
};
export type ApiKeyChanged = Fact & {
  kind: "api_key.created.1" | "api_key.revoked.1";
  apiKey: Omit<ApiKeyDocument, "scope">;
};

export const platformFacts: Record<string, Apply<PlatformState>> = {
  "tenant.created.1": applyTenant,
  "product.created.1": applyProduct,
  "product.changed.1": applyProduct,
  "api_key.created.1": applyApiKey,
  "api_key.revoked.1": applyApiKey,
};

function applyTenant(state: PlatformState, fact: Fact, { scope }: { scope: number }): void {
  const { tenant } = fact as TenantCreated;
  state.tenants.set(tenant.tenantId, { ...tenant, scope });
}

function applyProduct(state: PlatformState, fact: Fact, { scope }: { scope: number }): void {
  const { product } = fact as ProductChanged;
  state.products.set(product.productId, { ...product, scope });
}

function applyApiKey(state: PlatformState, fact: Fact, { scope }: { scope: number }): void {
  const { apiKey } = fact as ApiKeyChanged;
  state.apiKeys.set(apiKey.apiKeyId, { ...apiKey, scope });
}
