/** Keys of the memory alone: how long they open what was sealed, and for whom. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newPassingKeys, openPassingSealer, renewPassingKeys } from "./passing_keys.ts";
import { SealKeys } from "./seal_keys.ts";

test("passing keys: renewed once and twice -> what was sealed before opens, and then no more", () => {
  const keys = newPassingKeys();
  const elsewhere = openPassingSealer(new SealKeys(keys.memory));
  const sealer = openPassingSealer(keys);
  const sealed = sealer.seal("Ada", "apr_1");
  assert.equal(elsewhere.open(sealed, "apr_1"), "Ada");
  renewPassingKeys(keys);
  assert.equal(elsewhere.open(sealed, "apr_1"), "Ada");
  assert.notEqual(sealed.split(".")[1], sealer.keyIds[0]);
  assert.equal(sealed.split(".")[1], elsewhere.keyIds[1]);
  renewPassingKeys(keys);
  for (const each of [sealer, elsewhere]) assert.equal(each.open(sealed, "apr_1"), undefined);
});

test("passing keys: another owner, another process, a text changed -> not opened, no error", () => {
  const sealer = openPassingSealer(newPassingKeys());
  const sealed = sealer.seal("Ada", "apr_1");
  assert.equal(sealer.open(sealed, "apr_2"), undefined);
  assert.equal(openPassingSealer(newPassingKeys()).open(sealed, "apr_1"), undefined);
  // The first character of the sealed bytes, of which every bit counts, becomes another one.
  const from = sealed.lastIndexOf(".") + 1;
  const other = sealed[from] === "A" ? "B" : "A";
  const changed = sealed.slice(0, from) + other + sealed.slice(from + 1);
  assert.equal(sealer.open(changed, "apr_1"), undefined);
  assert.equal(sealer.open("", "apr_1"), undefined);
});
