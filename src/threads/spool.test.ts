/**
 * A spooled body: its text, whether it is in memory or in a file, and that no file is left behind.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { prepareSpool, SPOOL_MEMORY_BYTES, Spool } from "./spool.ts";

const directory = mkdtempSync(join(tmpdir(), "spool-test-"));
after(() => rmSync(directory, { recursive: true }));

test("Spool: text up to its memory, and one byte more -> bytes, a file; both the same text", () => {
  for (const [size, inFile] of [
    [0, false],
    [1, false],
    [SPOOL_MEMORY_BYTES, false],
    [SPOOL_MEMORY_BYTES + 1, true],
    [5 * SPOOL_MEMORY_BYTES, true],
  ] as const) {
    const text = "0123456789abcdef".repeat(Math.ceil(size / 16)).slice(0, size);
    const spool = new Spool(directory);
    for (let at = 0; at < size; at += 70_000) spool.write(text.slice(at, at + 70_000));
    const { body, sha256 } = spool.end();
    spool.close();
    assert.equal(body.size, size);
    assert.equal(body.bytes === undefined, inFile, `${size}`);
    const bytes = body.bytes ?? readFileSync(body.path);
    assert.equal(Buffer.from(bytes).toString("latin1"), text);
    assert.deepEqual(sha256, createHash("sha256").update(text).digest());
    if (body.bytes === undefined) rmSync(body.path);
    assert.deepEqual(readdirSync(directory), []);
  }
});

test("Spool: characters of several bytes over the border -> size in bytes, digest of bytes", () => {
  const text = "€ß😀".repeat(SPOOL_MEMORY_BYTES / 8);
  const spool = new Spool(directory);
  spool.write(text);
  const { body, sha256 } = spool.end();
  assert.equal(body.size, Buffer.byteLength(text));
  assert.deepEqual(sha256, createHash("sha256").update(text, "utf8").digest());
  if (body.bytes === undefined) rmSync(body.path);
});

test("Spool: closed before its end -> no file stays", () => {
  const spool = new Spool(directory);
  spool.write("x".repeat(2 * SPOOL_MEMORY_BYTES));
  assert.equal(readdirSync(directory).length, 1);
  spool.close();
  assert.deepEqual(readdirSync(directory), []);
});

test("prepareSpool: a directory with what a crash left -> empty; a missing one -> made", () => {
  const path = join(directory, "spool");
  prepareSpool(path);
  writeFileSync(join(path, "left"), "over");
  prepareSpool(path);
  assert.deepEqual(readdirSync(path), []);
});
