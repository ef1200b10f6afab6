/** What a person sees of a refusal, and what cannot happen on that page. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { refusalPage } from "./refusal_page.ts";

const ORIGIN = { requestId: 'req_<i>"', docsUrl: "https://money.example/docs/errors" };

test("refusal page: a message with markup -> text; the code, its page and the request are named", () => {
  const message = `the client <script>alert("1")</script> & 'co' is not known`;
  const refused = { code: "state_constraint_failed", message, details: {} } as const;
  const page = refusalPage(refused, ORIGIN);
  assert.ok(!page.includes("<script"));
  assert.ok(page.includes("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; 'co'"));
  assert.ok(page.includes('href="https://money.example/docs/errors/state_constraint_failed"'));
  assert.ok(page.includes("req_&lt;i&gt;&quot;"));
  assert.ok(!/<(?:script|style|iframe|img|form)\b|\bon\w+=/.test(page));
});

test("refusal page: issues of a request -> each in a paragraph", () => {
  const issues = [
    { code: "required", message: "client_id is missing", path: ["client_id"] },
    { code: "format", message: "x <b> is wrong", path: ["x"] },
  ];
  const refused = { code: "invalid_request", message: "invalid", details: { issues } } as const;
  const page = refusalPage(refused, ORIGIN);
  assert.ok(page.includes("<p>client_id is missing</p>\n<p>x &lt;b&gt; is wrong</p>"));
});
