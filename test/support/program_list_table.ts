/** The rows of `list_table.ts` for the lists of programs: Builds, objects, and what objects have. */

import type { Document } from "./client.ts";
import { field, type ListRow, ofProduct, search, transferStatus } from "./list_cases.ts";

export const PROGRAM_LIST_ROWS: Readonly<Record<string, ListRow>> = {
  "customer.consent.list": { filters: { type: field("type"), status: field("status") } },
  "collection.list": {
    base: ofProduct,
    filters: {
      status: field("status"),
      search: search("nothing of theirs", "collectionId"),
      customerId: field("customerId", "cust_none"),
      consentId: field("consentId", "cons_none"),
      objectId: field("objectId", "obj_none"),
    },
  },
  "customer.collection.list": {
    filters: {
      status: field("status"),
      consentId: field("consentId", "cons_none"),
      objectId: field("objectId", "obj_none"),
    },
  },
  "collection.attempt.list": {},
  "product.limit.list": { isEmpty: true, filters: { subjectId: field("subjectId", "cust_none") } },
  "product.schedule.list": {
    filters: {
      status: field("status", "failed"),
      kind: field("kind", "loan"),
      objectId: field("objectId", "obj_none"),
      dueBefore: () => [{ value: "2999-01-01T00:00:00Z", matches: () => true }],
      search: (_, items) =>
        ["scheduleId", "objectId"].map((name) => {
          const value = String(items[0]?.[name]);
          return { value, matches: (item) => item[name] === value };
        }),
    },
  },
  "product.clock_run.list": {
    filters: {
      operation: field("operation", "decision.expire"),
      outcome: field("outcome", "refused"),
      objectId: field("objectId", "obj_none"),
    },
  },
  "customer.object.list": { filters: { kind: field("kind", "loan") } },
  "decision.list": {
    base: ofProduct,
    filters: {
      status: field("status", "timed_out"),
      objectId: field("objectId", "obj_none"),
      search: (_, items) =>
        ["decisionId", "objectId"].map((name) => {
          const value = String(items[0]?.[name]);
          return { value, matches: (item) => item[name] === value };
        }),
    },
  },
  "blueprint.list": {
    filters: { status: field("status"), search: search("GOAL", "blueprintId", "name") },
  },
  "blueprint.version.list": {},
  "build.list": {
    filters: {
      blueprintId: field("blueprintId", "bp_none"),
      search: search("GOAL", "buildId", "name"),
    },
  },
  "composer.template.list": { ascendingBy: "templateId" },
  "object.account.list": {},
  "object.action.list": { ascendingBy: "action" },
  "object.decision.list": { filters: { status: field("status", "approved") } },
  "object.history.list": {},
  "object.list": {
    filters: {
      state: field("state", "over"),
      subjectId: ({ customerId = "", idleCustomerId = "" }) =>
        [customerId, idleCustomerId].map((value) => ({
          value,
          matches: ({ subject }) => (subject as Document)["id"] === value,
        })),
      field: () =>
        ["1", "2", "3"].map((seats) => ({
          value: `seats:${seats}`,
          matches: ({ fields }) => String((fields as Document)["seats"]) === seats,
        })),
      search: (_, items) =>
        [String(items[0]?.["objectId"]), "ride"].map((value) => ({
          value,
          matches: ({ objectId }) => objectId === value,
        })),
    },
  },
  "object.reference.list": { filters: { direction: field("direction") } },
  "object.schedule.list": { filters: { status: field("status", "failed") } },
  "object.transfer.list": { filters: { status: transferStatus } },
  "product.build.list": {},
  "product.noun.list": { ascendingBy: "kind" },
  "product.port.list": { ascendingBy: "port" },
};
