/** Which `traceparent` is taken over: the rules of W3C Trace Context, 3.2. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { traceContextOf } from "./trace_context.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";

test("traceparent: valid, of a later version -> taken over", () => {
  const context = { traceId: TRACE, parentId: SPAN, flags: 1 };
  assert.deepEqual(traceContextOf(`00-${TRACE}-${SPAN}-01`), context);
  assert.deepEqual(traceContextOf(`cc-${TRACE}-${SPAN}-01-what-comes`), context);
  assert.deepEqual(traceContextOf(`00-${TRACE}-${SPAN}-00`), { ...context, flags: 0 });
});

test("traceparent: anything else -> as none", () => {
  for (const text of [
    "",
    TRACE,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `cc-${TRACE}-${SPAN}-01.more`,
    `00-${"0".repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${"0".repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE.slice(1)}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-0`,
    `00-${TRACE}-${SPAN}-01,00-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01\u0000`,
  ]) {
    assert.equal(traceContextOf(text), undefined, text);
  }
});
