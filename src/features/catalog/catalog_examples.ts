/** The examples of the catalog: what there is, before anything is made. */
import type { Example } from "../../contract/document/example.ts";

export const catalogExamples: readonly Example[] = [
  { at: "08:03", operation: "catalog.account_role.list", query: { limit: 2 } },
  { at: "08:04", operation: "catalog.capability.list", query: { limit: 2 } },
  { at: "08:05", operation: "catalog.country.list", query: { limit: 2 } },
  { at: "08:06", operation: "catalog.currency.list", query: { limit: 2 } },
  { at: "08:07", operation: "catalog.kyc_tier.list", query: { limit: 2 } },
  { at: "08:08", operation: "catalog.provider.list" },
  { at: "08:09", operation: "catalog.scope.list", query: { limit: 2 } },
  {
    at: "08:10",
    operation: "catalog.operation.list",
    query: { limit: 1 },
    shows: { "items.0.errorCodes": 4 },
  },
  { at: "08:11", operation: "catalog.error.list", query: { limit: 1 } },
  { at: "08:12", operation: "catalog.error.retrieve", path: { code: "insufficient_balance" } },
  {
    at: "08:13",
    operation: "catalog.event_type.list",
    query: { limit: 1 },
    shows: { "items.0.schema": ["$schema", "title", "type", "required"] },
  },
  {
    at: "08:14",
    operation: "catalog.event_type.retrieve",
    path: { eventType: "transfer.posted" },
    shows: {
      emittedBy: 2,
      schema: ["$schema", "title", "type", "required"],
      "example.data.object": ["transferId", "amount", "currency", "status"],
    },
  },
];
