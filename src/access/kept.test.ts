/** What stays of what an edge was told of and has looked up. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Frames, Kept } from "./kept.ts";

const MAX = 8;

function keptWith() {
  const frames: { -readonly [K in keyof Frames]: Frames[K] } = { acknowledged: 1, viewed: 1 };
  return { frames, kept: new Kept<number>(MAX, frames) };
}

test("kept: many looked up -> never more than the bound; those in use stay", () => {
  const { kept } = keptWith();
  kept.keep("used", -1);
  for (let at = 0; at < 100; at++) {
    kept.keep(`other ${at}`, at);
    assert.equal(kept.get("used"), -1);
    assert.ok(kept.size <= MAX + 1, `${kept.size} are kept`);
  }
  assert.equal(kept.get("other 0"), undefined);
  assert.equal(kept.get("other 99"), 99);
});

test("kept: told before the view shows it -> stays through any number of others, and goes when the view shows it", () => {
  const { kept, frames } = keptWith();
  frames.acknowledged = 7;
  kept.hold("told", 1);
  const turnOver = () => {
    for (let at = 0; at < 100; at++) kept.keep(`other ${at}`, at);
  };
  turnOver();
  assert.equal(kept.get("told"), 1);
  frames.viewed = 6;
  turnOver();
  turnOver();
  assert.equal(kept.get("told"), 1);
  frames.viewed = 7;
  turnOver();
  turnOver();
  assert.equal(kept.get("told"), undefined);
});

test("kept: told again while the first is held -> the newer one, until the view shows the newer frame", () => {
  const { kept, frames } = keptWith();
  frames.acknowledged = 2;
  kept.hold("a", 1);
  kept.hold("b", 1);
  frames.acknowledged = 3;
  kept.hold("a", 2);
  frames.viewed = 2;
  for (let at = 0; at < 100; at++) kept.keep(`other ${at}`, at);
  assert.deepEqual([kept.get("a"), kept.get("b")], [2, undefined]);
});

test("kept: more told at once than the bound -> all of them stay while the view does not show them", () => {
  const { kept, frames } = keptWith();
  frames.acknowledged = 2;
  for (let at = 0; at < 100; at++) kept.hold(`told ${at}`, at);
  for (let at = 0; at < 100; at++) assert.equal(kept.get(`told ${at}`), at);
  frames.viewed = 2;
  for (let at = 0; at < 100; at++) kept.keep(`other ${at}`, at);
  assert.ok(kept.size <= MAX + 1, `${kept.size} are kept`);
});
