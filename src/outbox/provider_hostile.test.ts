/** Providers that answer with anything: nothing counts as an answer but what the protocol has. */
import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { test } from "node:test";
import {
  ACCEPTED,
  exchangeOf,
  NEVER_SEEN,
  REFUSED,
  sendingTo,
} from "../../test/support/outbox/provider.ts";
import { rawReceiverOf } from "../../test/support/outbox/receiver.ts";
import { fc } from "../../test/support/properties.ts";

const BODIES = [ACCEPTED, REFUSED, NEVER_SEEN, { ...ACCEPTED, effectId: "preq_02" }].map((body) =>
  JSON.stringify(body),
);
const PARTS = [
  ...["HTTP/1.1 200 OK\r\n", "HTTP/1.1 201 X\r\n", "HTTP/1.1 404 X\r\n", "HTTP/1.1 422 X\r\n"],
  ...["HTTP/1.1 100 X\r\n", "HTTP/1.1 302 X\r\n", "HTTP/1.0 200 OK\r\n", "HTTP/1.1 500 X\r\n"],
  ...["location: http://127.0.0.1:1/\r\n", "content-length: 2\r\n", "content-length: 0\r\n"],
  ...["transfer-encoding: chunked\r\n", "connection: close\r\n", "connection: keep-alive\r\n"],
  ...["content-encoding: gzip\r\n", "\r\n", "{}", "0\r\n\r\n", "\0", "\u0080", "x".repeat(17_000)],
  ...BODIES,
];

test("hostile provider: any answers, whole or mixed, in any pieces -> an outcome that was said, or unknown", async (t) => {
  let answer: string[] = [];
  let isEnded = true;
  const { port } = await rawReceiverOf(t, (socket: Socket) => {
    for (const piece of answer) socket.write(piece, "latin1");
    // The end makes every answer an event: none is waited for.
    if (isEnded) setImmediate(() => socket.end());
    else socket.resetAndDestroy();
  });
  const exchange = exchangeOf(t);
  const part = fc.oneof(fc.constantFrom(...PARTS), fc.string({ maxLength: 20 }));
  const good = fc
    .tuple(fc.constantFrom(200, 201, 404, 409, 422, 500), fc.constantFrom(...BODIES), fc.boolean())
    .map(([status, body, isWhole]) => [
      `HTTP/1.1 ${status} X\r\ncontent-length: ${body.length + (isWhole ? 0 : 1)}\r\n\r\n`,
      body,
    ]);
  // Whole answers that say something are given each so many times, whatever chance does.
  const said = [200, 201, 422].flatMap((status) =>
    BODIES.slice(0, 2).map((body): [string[], boolean, boolean] => [
      [`HTTP/1.1 ${status} X\r\ncontent-length: ${body.length}\r\n\r\n`, body],
      true,
      false,
    ]),
  );
  const pieces = fc.oneof(fc.array(part, { maxLength: 10 }), good);
  const ends: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(pieces, fc.boolean(), fc.boolean(), async (some, ended, asksFirst) => {
      answer = some;
      isEnded = ended;
      const attempt = await exchange.attempt(sendingTo(`http://127.0.0.1:${port}`, { asksFirst }));
      const { result } = attempt;
      ends[result] = (ends[result] ?? 0) + 1;
      const text = some.join("");
      if (result === "accepted") assert.ok(text.includes(BODIES[0] ?? "") && /20[01] /.test(text));
      if (result === "refused") assert.ok(text.includes(BODIES[1] ?? "") && /4\d\d|200/.test(text));
      if (result === "unknown") assert.notEqual(attempt.fault, "internal_fault");
    }),
    { numRuns: 600, examples: Array.from({ length: 12 }, () => said).flat() },
  );
  for (const end of ["accepted", "refused", "unknown"]) {
    assert.ok((ends[end] ?? 0) > 5, JSON.stringify(ends));
  }
});
