/** For tests: a log of requests on disk with given entries. */
import type { TestContext } from "node:test";
import { realmKeyOf } from "../../src/contract/declare/principal.ts";
import type { RequestEntry, RequestLogReader } from "../../src/contract/messages/request_log.ts";
import { RequestStore } from "../../src/request_log/store.ts";
import { RequestLogView } from "../../src/request_log/view.ts";
import { batchOf, newDirectory, newEntry } from "../support/request_log/entries.ts";
import { PRINCIPAL, START_MS } from "./callers.ts";

/** The log entry of a request of the world's Product in sandbox. */
export function requestEntry(timeMs: number, more: Partial<RequestEntry> = {}): RequestEntry {
  const realmKey = realmKeyOf(PRINCIPAL);
  return newEntry(timeMs, { realmKey, principalId: PRINCIPAL.principalId, ...more });
}

/** Writes the entries, and opens the log for reading. The log is removed when the test ends. */
export async function openRequestLog(
  context: TestContext,
  entries: readonly RequestEntry[],
): Promise<RequestLogReader> {
  const path = newDirectory(context);
  const onFault = (error: unknown): never => {
    throw error;
  };
  const store = new RequestStore({ path, bytesMax: 2 ** 30, nowMs: () => START_MS, onFault });
  await store.write(batchOf(entries));
  const view = new RequestLogView(path);
  context.after(async () => {
    await store.close();
    await view.close();
  });
  return view;
}
