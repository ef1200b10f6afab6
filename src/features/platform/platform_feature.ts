/** Tenants, Products and keys: the platform actor's own feature. */
import type { Feature } from "../../contract/feature.ts";
import { apiKeyCreate } from "./platform.api_key.create.ts";
import { apiKeyRevoke } from "./platform.api_key.revoke.ts";
import { productCreate } from "./platform.product.create.ts";
import { productStatusSet } from "./platform.product.set_status.ts";
import { tenantCreate } from "./platform.tenant.create.ts";
import { platformFacts } from "./platform_facts.ts";
import { createPlatformState, type PlatformState, platformTables } from "./platform_state.ts";

export const platformFeature = {
  operations: [tenantCreate, productCreate, productStatusSet, apiKeyCreate, apiKeyRevoke],
  events: ["product.created", "product.updated", "api_key.created", "api_key.revoked"],
  facts: platformFacts,
  createState: createPlatformState,
  tables: platformTables,
} satisfies Feature<PlatformState>;
