/** For tests: requests of the world's Product, a request of another Product, and one that is too old. */
import type { TestContext } from "node:test";
import {
  REQUEST_KEPT_MS,
  type RequestEntry,
} from "../../../../src/contract/messages/request_log.ts";
import { START_MS } from "../../../world/callers.ts";
import { openRequestLog, requestEntry } from "../../../world/request_log.ts";

export async function keepRequests(context: TestContext, more: readonly RequestEntry[] = []) {
  const listed = requestEntry(START_MS - 3_000);
  const refused = requestEntry(START_MS - 2_000, {
    operation: "transfer.create",
    method: "POST",
    path: "/v1/transfers",
    query: "",
    status: 409,
    errorCode: "insufficient_balance",
    requestBody: '{"amount":"5"}',
    responseBody: '{"error":{}}',
  });
  const byOther = requestEntry(START_MS - 1_000, { principalId: "key_2", path: "/v1/accounts/a" });
  const ofOtherProduct = requestEntry(START_MS - 1_000, { realmKey: "prod_other/sandbox" });
  const old = requestEntry(START_MS - REQUEST_KEPT_MS - 1);
  const entries = [...more, old, listed, refused, byOther, ofOtherProduct];
  return {
    listed,
    refused,
    byOther,
    ofOtherProduct,
    old,
    requestLog: await openRequestLog(context, entries),
  };
}
