/** Files beside a log as answers: checked before a byte is sent, ranges, the content as text in pieces. */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { keepFile } from "../files/named_files.ts";
import { KeptFiles } from "./kept_files.ts";

const OWNER = "sxp_01ARZ3NDEKTSV4RRFFQ69G5FAV";
const folder = mkdtempSync(join(tmpdir(), "kept-files-"));
after(() => rmSync(folder, { recursive: true }));

const kept = (bytes: Uint8Array) => keepFile(folder, { owner: OWNER, bytes });
const digestOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("base64");

test("kept files: sound, then changed, short, gone -> said each time, although a check is remembered", () => {
  const files = new KeptFiles(folder);
  const named = kept(randomBytes(1_000));
  const path = join(folder, named.file);
  assert.equal(files.faultOf(named), undefined);
  assert.equal(files.faultOf(named), undefined);
  writeFileSync(path, randomBytes(1_000));
  assert.equal(files.faultOf(named), "damaged");
  truncateSync(path, 10);
  assert.equal(files.faultOf(named), "damaged");
  rmSync(path);
  assert.equal(files.faultOf(named), "missing");
});

test("kept files: text with characters at the ends of pieces -> the same text; bytes -> their base64", () => {
  const files = new KeptFiles(folder);
  const text = `x${"é𝄞".repeat(200_000)}`;
  const named = kept(Buffer.from(text));
  assert.equal([...files.parts(named, "utf8")].join(""), text);
  const bytes = randomBytes(600_001);
  const parts = [...files.parts(kept(bytes), "base64")];
  assert.ok(parts.length > 2);
  assert.equal(parts.join(""), bytes.toString("base64"));
});

test("kept files: an answer -> digests of what is sent and of the whole file, and the file stays", () => {
  const files = new KeptFiles(folder);
  const bytes = randomBytes(700_000);
  const named = kept(bytes);
  const form = { mediaType: "text/csv", contentField: "content", filename: "a.csv", fields: {} };
  const file = { ...form, parts: () => [], kept: named };
  const whole = files.answer(file, undefined);
  assert.equal(whole.status, 200);
  assert.match(whole.headers, /accept-ranges: bytes/);
  const range = { range: "bytes=300000-599999", ifRange: "" };
  const part = files.answer(file, range);
  assert.equal(part.status, 206);
  assert.ok(part.headers.includes("content-range: bytes 300000-599999/700000"));
  assert.ok(
    part.headers.includes(
      `content-digest: sha-256=:${digestOf(bytes.subarray(300_000, 600_000))}:`,
    ),
  );
  for (const { headers, body } of [whole, part]) {
    assert.ok(headers.includes(`repr-digest: sha-256=:${digestOf(bytes)}:`));
    assert.ok(headers.includes(`etag: "${named.sha256}"`));
    assert.ok("isKept" in body && body.isKept === true);
  }
  assert.equal(files.answer(file, { range: "bytes=700000-", ifRange: "" }).status, 416);
});
