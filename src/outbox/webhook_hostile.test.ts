/** Receivers that answer with anything: whatever comes, in whatever pieces, is an outcome. */
import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { test } from "node:test";
import { rawReceiverOf, senderOf, webhookTo } from "../../test/support/outbox/receiver.ts";
import { fc } from "../../test/support/properties.ts";
import { WEBHOOK_ERRORS } from "../contract/messages/webhook_outcome.ts";

const PARTS = [
  ...["HTTP/1.1 200 OK\r\n", "HTTP/1.1 500 X\r\n", "HTTP/1.1 103 X\r\n", "HTTP/1.1 100 X\r\n"],
  ...["HTTP/1.0 200 OK\r\n", "HTTP/1.1 204\r\n", "HTTP/1.1 101 X\r\n", "HTTP/1.1 301 X\r\n"],
  ...["content-length: 3\r\n", "content-length: 0\r\n", "content-length: 99999999999999999999\r\n"],
  ...["content-length: -1\r\n", "transfer-encoding: chunked\r\n", "transfer-encoding: gzip\r\n"],
  ...["connection: close\r\n", "connection: keep-alive\r\n", "keep-alive: timeout=1\r\n"],
  ...["keep-alive: timeout=99999999999\r\n", "connection: upgrade\r\nupgrade: websocket\r\n"],
  ...["retry-after: 1\r\n", "\r\n", "abc", "3\r\nabc\r\n", "0\r\n\r\n", "ffffffffffffffff\r\n"],
  ...[
    "-1\r\n",
    ": x\r\n",
    "\0",
    "\r",
    "\n",
    " ",
    "\u0080\u00ff",
    "trailer: a\r\n",
    "x".repeat(17_000),
  ],
];

test("hostile: any answers, whole or mixed, in any pieces, over kept connections -> outcomes", async (t) => {
  let answer: string[] = [];
  let isEnded = true;
  const { url } = await rawReceiverOf(t, (socket: Socket) => {
    for (const piece of answer) socket.write(piece, "latin1");
    // The end makes every answer an event: none is waited for.
    if (isEnded) setImmediate(() => socket.end());
    else socket.resetAndDestroy();
  });
  const sender = senderOf(t);
  const body = fc.array(fc.oneof(fc.constantFrom(...PARTS), fc.string({ maxLength: 20 })), {
    maxLength: 12,
  });
  // Of each end some answers are given, whatever chance does.
  const sure: [string[], boolean, boolean][] = [
    [["content-length: 3\r\n\r\n", "abc"], true, true],
    [["content-length: 3\r\n\r\n", "ab"], true, true],
    [["HTTP/1.1 abc\r\n\r\n"], false, true],
  ];
  const ends: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(body, fc.boolean(), fc.boolean(), async (pieces, startsWell, ended) => {
      answer = startsWell ? ["HTTP/1.1 200 OK\r\n", ...pieces] : pieces;
      isEnded = ended;
      const outcome = await sender.send(webhookTo(url));
      const end = outcome.error ?? "delivered";
      ends[end] = (ends[end] ?? 0) + 1;
      assert.ok(end === "delivered" || end in WEBHOOK_ERRORS);
      assert.notEqual(end, "internal_fault");
      if (end === "delivered") assert.equal(Math.floor((outcome.httpStatus ?? 0) / 100), 2);
      assert.ok(Buffer.byteLength(outcome.responseSnippet ?? "") <= 1_024);
    }),
    { numRuns: 800, examples: Array.from({ length: 11 }, () => sure).flat() },
  );
  for (const end of ["delivered", "closed_early", "invalid_response"]) {
    assert.ok((ends[end] ?? 0) > 10, JSON.stringify(ends));
  }
});
