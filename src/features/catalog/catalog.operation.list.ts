/** catalog.operation.list: every operation of the contract, as it is declared. */
import { type Static, Type } from "@sinclair/typebox";
import type { StreamForm } from "../../contract/declare/aspects/stream.ts";
import { declareRead, type Operation } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { isDescribed } from "../../contract/declare/stream_form.ts";
import { codesOf } from "../../contract/refusals/shared_codes.ts";
import { listOf } from "../../contract/values/formats.ts";
import { announcedEventTypes, announcedOperations } from "../announced.ts";
import { answerCatalogPage, CatalogQuery } from "./catalog_page.ts";

const OperationEntry = Type.Object(
  {
    operation: Type.String({ description: "Its id, `transfer.create`." }),
    summary: Type.String({ description: "What it does." }),
    method: Type.String({ description: "HTTP method that the operation is called with." }),
    path: Type.String({ description: "Below the base address." }),
    principal: Type.Array(Type.String(), { description: "Credential kinds that it takes." }),
    scope: Type.Optional(Type.String({ description: "Scope that the credential needs." })),
    idempotency: Type.Union([Type.Literal("required"), Type.Literal("none")], {
      description: "Whether `Idempotency-Key` must be sent.",
    }),
    errorCodes: Type.Array(Type.String(), { description: "Every code that it can return." }),
    eventTypes: Type.Array(Type.String(), { description: "Events that it can emit." }),
    stream: Type.Optional(
      Type.Object(
        {
          types: Type.Array(Type.String(), {
            description: "What `event` of a message can be: the types of its messages.",
          }),
          id: Type.String({ description: "What `id` of a message is, for `Last-Event-ID`." }),
          begins: Type.String({ description: "Where it begins without `Last-Event-ID`." }),
        },
        {
          additionalProperties: false,
          description: "Of an event stream, which is no operation of the contract: its messages.",
        },
      ),
    ),
  },
  {
    title: "OperationEntry",
    description: "An operation, and all that its callers must know of it.",
    additionalProperties: false,
  },
);

export const catalogOperationList = declareRead({
  id: "catalog.operation.list",
  summary: "List the operations of the contract",
  description:
    "Every operation of the contract, and every event stream beside it: route, scope, errors and events.",
  http: { method: "GET", path: "/catalog/operations" },
  principals: PRODUCT_CALLERS,
  scope: "catalog:read",
  acts: { on: "nothing" },
  query: CatalogQuery,
  output: listOf(OperationEntry, "OperationEntryList"),
  refusals: [],
  read(_snapshot, input, context) {
    const rows = announcedOperations().filter(isDescribed).map(entryOf);
    return answerCatalogPage(input, context, rows, ({ operation }) => operation);
  },
});

function entryOf(operation: Operation<never>): Static<typeof OperationEntry> {
  const { id, summary, http, principals, scope } = operation;
  return {
    operation: id,
    summary,
    method: http.method,
    path: http.path,
    principal: [...principals],
    ...(scope !== undefined && { scope }),
    idempotency: operation.type === "write" ? "required" : "none",
    errorCodes: [...codesOf(operation)],
    eventTypes: operation.type === "write" ? [...operation.events] : [],
    ...(operation.stream !== undefined && { stream: streamEntry(operation.stream) }),
  };
}

function streamEntry({ types, id, begins }: StreamForm) {
  const names = typeof types === "string" ? [...announcedEventTypes().keys()].sort() : [...types];
  return { types: names, id, begins };
}
