/** The operator's operations side by side, for the registry. */
import { apiKeyCreate } from "./platform.api_key.create.ts";
import { apiKeyRevoke } from "./platform.api_key.revoke.ts";
import { productCreate } from "./platform.product.create.ts";
import { productStatusSet } from "./platform.product.set_status.ts";
import { tenantCreate } from "./platform.tenant.create.ts";

export const PLATFORM_OPERATIONS = [
  tenantCreate,
  productCreate,
  productStatusSet,
  apiKeyCreate,
  apiKeyRevoke,
] as const;
