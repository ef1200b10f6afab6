/** The message of a refused page is shorter in the native builds that the project loads. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { lmdbBuilds, shortenMessage } from "./lmdb_message.mjs";

const KEPT = "Attempting to write page at position %u, size %u, blocks %u";
const REST = ", buffer sizes %i %i %i\0";

test("lmdb message: a build with the long message -> one byte differs; again, or another build -> as it was", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "lmdb-message-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "node.abi0.glibc.node");
  const other = join(folder, "node.other.node");
  writeFileSync(path, `before\0${KEPT}${REST}after`);
  writeFileSync(other, "another release of lmdb-js");
  for (let times = 0; times < 2; times++) {
    shortenMessage([path, other]);
    assert.equal(readFileSync(path, "latin1"), `before\0${KEPT}\0${REST.slice(1)}after`);
    assert.equal(readFileSync(other, "latin1"), "another release of lmdb-js");
  }
  assert.equal(readdirSync(folder).length, 2, "no file is left over");
});

test("lmdb message: the builds of this tree -> there, and none has the long message", () => {
  const builds = lmdbBuilds(import.meta.url);
  assert.ok(builds.length > 0);
  for (const path of builds) assert.ok(!readFileSync(path).includes(KEPT + REST), path);
});
