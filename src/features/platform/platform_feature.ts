/** Tenants, Products and keys: the platform actor's own feature. */

import type { Feature } from "../../contract/feature.ts";
import { platformApiKeyCreate } from "./platform.api_key.create.ts";
import { platformApiKeyList } from "./platform.api_key.list.ts";
import { platformApiKeyRevoke } from "./platform.api_key.revoke.ts";
import { platformProductCreate } from "./platform.product.create.ts";
import { platformProductList } from "./platform.product.list.ts";
import { platformProductUpdate } from "./platform.product.update.ts";
import { platformTenantCreate } from "./platform.tenant.create.ts";
import { platformTenantList } from "./platform.tenant.list.ts";
import { platformEvents } from "./platform_events.ts";
import { announcementOf, announcementsOf, platformFacts, scopeOpenedBy } from "./platform_facts.ts";
import { createPlatformState, type PlatformState, platformTables } from "./platform_state.ts";

export const platformFeature = {
  operations: [
    platformTenantCreate,
    platformTenantList,
    platformProductCreate,
    platformProductList,
    platformProductUpdate,
    platformApiKeyCreate,
    platformApiKeyList,
    platformApiKeyRevoke,
  ],
  events: ["product.created", "product.updated", "api_key.created", "api_key.revoked"],
  facts: platformFacts,
  eventsOf: platformEvents,
  opens: scopeOpenedBy,
  announcements: { of: announcementOf, all: announcementsOf },
  createState: createPlatformState,
  tables: platformTables,
} satisfies Feature<PlatformState>;
