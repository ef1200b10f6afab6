/** What is noted of a request when it has ended: in which logs of requests it stands. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "@sinclair/typebox";
import { targetInProduct, targetInTenant } from "../../calls/target.ts";
import type { Caller } from "../../contract/declare/caller.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import type { RequestNote } from "../../contract/messages/request_log.ts";
import { refuseIssues } from "../../contract/values/page.ts";
import type { EdgeContext } from "../edge_context.ts";
import { RequestIds, suffixOfMark } from "../read/request_ids.ts";
import { operationRoute } from "../route.ts";
import { type EndedRequest, NO_ADDRESS, noteEnd } from "./request_end.ts";
import { newTally } from "./tally.ts";

const declared = declareRead({
  id: "thing.list",
  summary: "x",
  http: { method: "GET", path: "/things" },
  principals: ["product_key"],
  scope: undefined,
  ofItself: { because: "a test" },
  output: Type.Unknown(),
  refusals: [],
  read: () => refuseIssues([]),
});
const product = (productId: string) => {
  const names = { productId, tenantId: "ten_1", name: "x", status: "active" as const };
  const times = { createdAtMs: 1, updatedAtMs: 1, revision: 1, liveActivated: true };
  const placed = { ...names, ...times, placement: { sandbox: 0, live: 1 } };
  return targetInProduct("ses_1", placed, "sandbox");
};
const SESSION = { kind: "session", sessionId: "ses_1", userId: "usr_1" } as unknown as Caller;
const KEY = {
  kind: "product_key",
  principal: product("prod_k").principal,
  realmKey: "sandbox:prod_k",
  key: { prefix: "service_test_1" },
} as unknown as Caller;

/** The entries that an ended request leaves. */
function notesOf(caller: Caller, targets: EndedRequest["targets"]): RequestNote[] {
  const notes: RequestNote[] = [];
  const ids = new RequestIds(0, () => 1);
  const recorder = { record: (note: RequestNote) => notes.push(note) };
  const log = { enabled: false, probesEnabled: false };
  const edge = { recorder, ids, log, unmatched: newTally() } as unknown as EdgeContext;
  const headers = { userAgent: "u", contentType: "", accept: "", idempotencyKey: "" };
  const of = { method: "get", path: "/v1/things", query: "", headers, requestId: "r" };
  const body = { body: "", bodyBytes: 0, isValid: true };
  const request = { ...of, ...body, span: undefined, isProbe: false, caller, targets };
  const mark = ids.nextMark();
  const end = { status: 200, code: undefined, ms: 1, isReplay: false, body: "", bodyBytes: 0 };
  noteEnd(edge, operationRoute(declared), request as never, {
    ...end,
    mark,
    operationSuffix: "",
    address: NO_ADDRESS,
  });
  for (const [at, note] of notes.entries()) {
    const operation = note.operationSuffix || suffixOfMark(note.mark);
    assert.equal(operation, suffixOfMark(mark), "every entry names the operation of the answer");
    assert.ok(at === 0 || note.mark.count > (notes[at - 1]?.mark.count ?? 0), "in order");
  }
  return notes;
}

const realmsOf = (notes: RequestNote[]) => notes.map(({ profile: { realmKey } }) => realmKey);

test("request end: of a key -> one entry, in the log of its Product", () => {
  assert.deepEqual(realmsOf(notesOf(KEY, undefined)), ["sandbox:prod_k"]);
});

test("request end: of a member in two Products -> an entry in the log of each, of one operation", () => {
  const notes = notesOf(SESSION, [product("prod_a"), product("prod_b")]);
  assert.deepEqual(realmsOf(notes), ["sandbox:prod_a", "sandbox:prod_b"]);
});

test("request end: of a member on the company, or before the place was found -> no entry", () => {
  assert.deepEqual(notesOf(SESSION, [targetInTenant("ses_1", "ten_1")]), []);
  assert.deepEqual(notesOf(SESSION, undefined), []);
});
