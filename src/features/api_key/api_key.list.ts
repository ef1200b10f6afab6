/** api_key.list: the keys of a Product in both environments, newest first, without their secrets. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { COMPANY_CALLERS } from "../../contract/declare/principal_lists.ts";
import { findsIn } from "../../contract/declare/reach.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { decodeDocument, numberKey } from "../../contract/tables/table.ts";
import { EnvironmentName, listOf, listQuery } from "../../contract/values/formats.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";
import { lastUseOf } from "../credential_use/credential_use_state.ts";
import { statusOfKey } from "../platform/api_key_times.ts";
import { idsInSnapshot, shownKey, viewOfKey } from "../platform/api_key_view.ts";
import { type ApiKeyDocument, keysOfProduct } from "../platform/platform_state.ts";
import { productNotFound } from "../platform/product_making.ts";
import { timeRangeOf } from "../record_walk.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { makersIn } from "../tenant/key_maker.ts";
import { MemberStatus } from "../tenant/tenant_schema.ts";
import { ApiKey, ApiKeyStatus } from "./api_key_document.ts";
import { KeysPath } from "./api_key_draft.ts";

/** Sorts after every slot and id. */
const AFTER_ALL = "~";
const SLOT_LENGTH = numberKey(0).length;

export const apiKeyList = declareRead({
  id: "api_key.list",
  summary: "List the API keys of a Product",
  description:
    "The keys of both environments, newest first, ended ones included, without secrets. An agent finds those of live by a call in live, which a person approves. A key goes on working when its maker is removed from the company: `createdByStatus=removed` lists such keys, and `tenant.member.api_key.revoke` ends all of one person's.",
  http: { method: "GET", path: "/products/{productId}/api-keys" },
  principals: COMPANY_CALLERS,
  scope: "keys:read",
  acts: { on: "tenant" },
  path: KeysPath,
  query: listQuery({
    environment: Type.Optional(EnvironmentName),
    status: Type.Optional(described(ApiKeyStatus, "Only keys that stand so now.")),
    createdByStatus: Type.Optional(
      described(MemberStatus, "Only keys whose maker is, or is no longer, a member."),
    ),
  }),
  output: listOf(ApiKey, "ApiKeyList"),
  refusals: ["resource_not_found"],
  read(snapshot, input, context) {
    const { limit, cursor, ...filters } = input;
    const { productId, environment, status, createdByStatus } = filters;
    const { realm, nowMs, caller } = context;
    if (
      realm === undefined ||
      snapshot.get(PLATFORM_TABLE.product, realm, productId) === undefined
    ) {
      return productNotFound(productId);
    }
    const { fromMs, belowMs } = timeRangeOf(filters);
    const idsOf = idsInSnapshot(snapshot);
    const makers = makersIn(snapshot);
    const own = keysOfProduct(productId);
    function* walk(position: string | undefined): Generator<WalkRow> {
      const range = { from: own, below: position ?? own + AFTER_ALL };
      for (const { key } of snapshot.descend(
        PLATFORM_TABLE.apiKeyByProduct,
        realm as number,
        range,
      )) {
        const apiKeyId = key.slice(own.length + SLOT_LENGTH);
        const value = snapshot.get(PLATFORM_TABLE.apiKey, realm as number, apiKeyId);
        const document = value === undefined ? undefined : decodeDocument<ApiKeyDocument>(value);
        const isAsked =
          document !== undefined &&
          findsIn(caller, context.environment, document.environment) &&
          document.createdAtMs >= fromMs &&
          document.createdAtMs < belowMs &&
          (environment === undefined || document.environment === environment) &&
          (status === undefined || statusOfKey(document, nowMs) === status);
        const maker = isAsked ? makers(document) : undefined;
        const isOfMaker = createdByStatus === undefined || maker?.status === createdByStatus;
        const item =
          isAsked && isOfMaker
            ? {
                ...shownKey(viewOfKey(document, idsOf), nowMs, lastUseOf(snapshot, apiKeyId)),
                ...(maker !== undefined && { createdByMember: maker }),
              }
            : undefined;
        yield { position: key, item };
      }
    }
    return answerPage({ limit, cursor, filters, walk }, context);
  },
});
