/** The line of a request, whose id the caller may have chosen. */
import assert from "node:assert/strict";
import { test } from "node:test";
import pino from "pino";
import { requestLog } from "./request_log.ts";

test("request log: an id of quotes, backslashes and braces -> one line of JSON that has the id", () => {
  const lines: string[] = [];
  const log = requestLog(pino({ level: "info" }, { write: (line: string) => lines.push(line) }));
  const requestId = String.raw`"},{"level":60,"\n\u0022\\`;
  log.line({
    requestId,
    operation: "account.list",
    method: "GET",
    route: "/v1/accounts",
    path: "/v1/accounts",
    client: "127.0.0.1",
    bytesIn: 0,
    bytesOut: 2,
    traceId: undefined,
    spanId: undefined,
    status: 200,
    code: undefined,
    ms: 1,
    keyId: undefined,
    productId: undefined,
    replayed: false,
  });
  assert.equal(lines.length, 1);
  const { level, requestId: logged } = JSON.parse(lines[0] as string);
  assert.deepEqual([level, logged], [30, requestId]);
});
