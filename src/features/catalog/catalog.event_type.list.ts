/** catalog.event_type.list: every type of event, and which operations emit it. */
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { listOf } from "../../contract/values/formats.ts";
import { answerCatalogPage, CatalogQuery } from "./catalog_page.ts";
import { EventTypeEntry } from "./event_type_schema.ts";
import { catalogEventTypes } from "./event_types.ts";

export const catalogEventTypeList = declareRead({
  id: "catalog.event_type.list",
  summary: "List event types",
  description:
    "Every type of event, with the operations that emit it and the schema of what is delivered.",
  http: { method: "GET", path: "/catalog/event-types" },
  principals: PRODUCT_CALLERS,
  scope: "catalog:read",
  acts: { on: "nothing" },
  query: CatalogQuery,
  output: listOf(EventTypeEntry, "EventTypeEntryList"),
  refusals: [],
  read: (_snapshot, input, context) =>
    answerCatalogPage(input, context, [...catalogEventTypes().values()], ({ type }) => type),
});
