/** How long a body that is too large is read before its answer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  DISCARD_BYTES_MAX,
  DISCARD_MS_MAX,
  DISCARD_QUIET_MS_MAX,
  discardBody,
} from "./request_body.ts";

/** A body that is discarded; `piece` brings some bytes of it, and `answers` counts how often it was over. */
function discarded() {
  let take: (chunk: ArrayBuffer, isLast: boolean) => void = () => {};
  let answers = 0;
  const response = {
    onData(handler: typeof take) {
      take = handler;
    },
  };
  discardBody(response as never, () => answers++);
  return {
    piece: (bytes: number, isLast = false) => take(new ArrayBuffer(bytes), isLast),
    get answers() {
      return answers;
    },
  };
}

test("a body that is too large: its last piece, one byte more than is read -> over at once, and once", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const whole = discarded();
  whole.piece(10);
  assert.equal(whole.answers, 0);
  whole.piece(10, true);
  assert.equal(whole.answers, 1);
  const large = discarded();
  large.piece(DISCARD_BYTES_MAX);
  assert.equal(large.answers, 0);
  large.piece(1);
  large.piece(1, true);
  t.mock.timers.tick(DISCARD_MS_MAX);
  assert.deepEqual([whole.answers, large.answers], [1, 1]);
});

test("a body that is too large: nothing more comes -> over after the quiet time", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const body = discarded();
  t.mock.timers.tick(DISCARD_QUIET_MS_MAX - 1);
  body.piece(10);
  t.mock.timers.tick(DISCARD_QUIET_MS_MAX - 1);
  assert.equal(body.answers, 0);
  t.mock.timers.tick(1);
  assert.equal(body.answers, 1);
});

test("a body that is too large: a slow client that goes on -> read until all of the time is over", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const body = discarded();
  for (let ms = 0; ms < DISCARD_MS_MAX - 500; ms += 500) {
    t.mock.timers.tick(500);
    body.piece(1_000);
    assert.equal(body.answers, 0, String(ms));
  }
  t.mock.timers.tick(500);
  assert.equal(body.answers, 1);
});
