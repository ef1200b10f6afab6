/** Responses cut at every byte, and bytes that are no response. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { headerOf, takeResponse } from "./response.ts";

const WHOLE: readonly (readonly [what: string, text: string, status: number, body: string])[] = [
  ["a length", "HTTP/1.1 201 Created\r\nContent-Length: 5\r\n\r\nhello", 201, "hello"],
  ["a lower-case name", "HTTP/1.1 200 OK\r\na: b\r\ncontent-length:2\r\n\r\n{}", 200, "{}"],
  ["no content", "HTTP/1.1 204 No Content\r\na: b\r\n\r\n", 204, ""],
  [
    "chunks",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n",
    200,
    "abc0123456789",
  ],
];

for (const [what, text, status, body] of WHOLE) {
  test(`response: ${what}, cut anywhere -> nothing, then the whole`, () => {
    for (let length = 0; length < text.length; length++) {
      assert.equal(takeResponse(Buffer.from(text.slice(0, length))), undefined);
    }
    const taken = takeResponse(Buffer.from(`${text}HTTP/1.1 500 `));
    assert.ok(taken !== undefined);
    assert.equal(taken.status, status);
    assert.equal(taken.body.toString(), body);
    assert.equal(taken.bytes, text.length);
  });
}

const WRONG: readonly (readonly [what: string, text: string])[] = [
  ["another protocol", "SSH-2.0-x\r\n\r\n"],
  ["no length", "HTTP/1.1 200 OK\r\na: b\r\n\r\n"],
  ["a chunk without a size", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nx\r\n"],
  ["a head without end", "x".repeat(65_537)],
];

for (const [what, text] of WRONG) {
  test(`response: ${what} -> throws`, () => {
    assert.throws(() => takeResponse(Buffer.from(text)));
  });
}

test("response: headers -> found by name, whatever the case", () => {
  const taken = takeResponse(
    Buffer.from("HTTP/1.1 429 X\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n"),
  );
  assert.ok(taken !== undefined);
  assert.equal(headerOf(taken, "retry-after"), "7");
  assert.equal(headerOf(taken, "absent"), undefined);
});
