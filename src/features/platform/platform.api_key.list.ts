/** platform.api_key.list: all API keys of this server or of one tenant, newest first. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { Id, listOf, listQuery } from "../../contract/values/formats.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { answerPlatformList } from "./platform_list.ts";
import { apiKeyResource, BY_OPERATOR, PlatformApiKey } from "./platform_operation.ts";
import type { ApiKeyDocument } from "./platform_state.ts";

export const platformApiKeyList = declareRead({
  ...BY_OPERATOR,
  id: "platform.api_key.list",
  summary: "List API keys",
  http: { method: "GET", path: "/platform/api-keys" },
  acts: { on: "platform" },
  query: listQuery({ tenantId: Type.Optional(Id("ten")) }),
  output: listOf(PlatformApiKey, "PlatformApiKeyList"),
  refusals: [],
  read: (snapshot, input, context) =>
    answerPlatformList<ApiKeyDocument>(input, context, {
      snapshot,
      indexCode: PLATFORM_TABLE.apiKeyIndex,
      tableCode: PLATFORM_TABLE.apiKey,
      itemOf: apiKeyResource,
    }),
});
