/** The operator's lists over all tenants: an index row names the realm that a document is in. */
import type { Found } from "../../contract/declare/found.ts";
import type { ReadContext } from "../../contract/declare/operation.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";
import { timeRangeOf } from "../record_walk.ts";
import { type IndexRow, PLATFORM_REALM } from "./platform_state.ts";

type ListInput = {
  limit?: number | string;
  cursor?: string;
  createdFrom?: string;
  createdTo?: string;
};

/** One page, newest first. With `tenantId`, only the documents of this tenant. */
export function answerPlatformList<T extends { tenantId: string; createdAtMs: number }>(
  { limit, cursor, ...filters }: ListInput & { tenantId?: string; activation?: string },
  context: ReadContext,
  list: {
    snapshot: Snapshot;
    indexCode: number;
    tableCode: number;
    itemOf(document: T): unknown;
    /** Which documents are asked for besides. */
    isAsked?(document: T): boolean;
  },
): Found | Refusal<"invalid_request"> {
  const { snapshot, indexCode, tableCode, itemOf } = list;
  const { fromMs, belowMs } = timeRangeOf(filters);
  function* walk(position: string | undefined): Generator<WalkRow> {
    const range = position === undefined ? {} : { below: position };
    for (const { key, value } of snapshot.descend(indexCode, PLATFORM_REALM, range)) {
      const { id, realm } = decodeDocument<IndexRow>(value);
      const bytes = snapshot.get(tableCode, realm, id);
      const document = bytes === undefined ? undefined : decodeDocument<T>(bytes);
      const isAsked =
        document !== undefined &&
        document.createdAtMs >= fromMs &&
        document.createdAtMs < belowMs &&
        (filters.tenantId === undefined || document.tenantId === filters.tenantId) &&
        (list.isAsked?.(document) ?? true);
      yield { position: key, item: isAsked ? itemOf(document) : undefined };
    }
  }
  const request = { limit: limit === undefined ? undefined : String(limit), cursor, filters, walk };
  return answerPage(request, context);
}
