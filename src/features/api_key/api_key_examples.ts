/** The example of the key: the first request of the story, which says who the caller is. */
import type { Example } from "../../contract/document/example.ts";
import { API_KEY, API_KEY_PREFIX, PRODUCT, TENANT } from "../example_ids.ts";

export const apiKeyExamples: readonly Example[] = [
  {
    at: "08:01",
    operation: "api_key.current.retrieve",
    makes: { apiKeyId: API_KEY, tenantId: TENANT, productId: PRODUCT, prefix: API_KEY_PREFIX },
    shows: { scopes: 4, operationIds: 3 },
  },
];
