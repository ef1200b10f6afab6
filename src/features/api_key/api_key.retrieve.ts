/** api_key.retrieve: one key of a Product, without its secret. */
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { COMPANY_CALLERS } from "../../contract/declare/principal_lists.ts";
import { findsIn } from "../../contract/declare/reach.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { lastUseOf } from "../credential_use/credential_use_state.ts";
import { apiKeyNotFound } from "../platform/api_key_rules.ts";
import { idsInSnapshot, shownKey, viewOfKey } from "../platform/api_key_view.ts";
import type { ApiKeyDocument } from "../platform/platform_state.ts";
import { productNotFound } from "../platform/product_making.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { makersIn } from "../tenant/key_maker.ts";
import { ApiKey } from "./api_key_document.ts";
import { KeyPath } from "./api_key_draft.ts";

export const apiKeyRetrieve = declareRead({
  id: "api_key.retrieve",
  summary: "Retrieve an API key",
  description:
    "A key of either environment, without its secret: how it stands, and its last use. An agent finds one of live by a call in live, which a person approves.",
  http: { method: "GET", path: "/products/{productId}/api-keys/{apiKeyId}" },
  principals: COMPANY_CALLERS,
  scope: "keys:read",
  acts: { on: "tenant" },
  path: KeyPath,
  output: ApiKey,
  refusals: ["resource_not_found"],
  read(snapshot, { productId, apiKeyId }, { realm, nowMs, caller, environment }) {
    if (
      realm === undefined ||
      snapshot.get(PLATFORM_TABLE.product, realm, productId) === undefined
    ) {
      return productNotFound(productId);
    }
    const value = snapshot.get(PLATFORM_TABLE.apiKey, realm, apiKeyId);
    const document = value === undefined ? undefined : decodeDocument<ApiKeyDocument>(value);
    if (document?.productId !== productId || !findsIn(caller, environment, document.environment)) {
      return apiKeyNotFound(apiKeyId);
    }
    const view = viewOfKey(document, idsInSnapshot(snapshot));
    const createdByMember = makersIn(snapshot)(document);
    return found({
      ...shownKey(view, nowMs, lastUseOf(snapshot, apiKeyId)),
      ...(createdByMember !== undefined && { createdByMember }),
    });
  },
});
