/** Lines on their way to a descriptor that takes them, and to one that never does. */
import assert from "node:assert/strict";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { newDataDir } from "../../test/support/server.ts";
import { LineWriter } from "./line_writer.ts";

const flushed = (writer: LineWriter) => new Promise<void>((done) => writer.flush(done));

test("line writer: many lines -> all there, in their order", async (t) => {
  const path = join(newDataDir(), "log");
  const fd = openSync(path, "w");
  t.after(() => closeSync(fd));
  const writer = new LineWriter({ fd, collect: 100, waitingMax: 2 ** 20 });
  const lines = Array.from({ length: 5_000 }, (_, at) => `line ${at} é\n`);
  for (const line of lines) writer.write(line);
  await flushed(writer);
  writer.write("last\n");
  writer.flushSync();
  assert.equal(readFileSync(path, "utf8"), `${lines.join("")}last\n`);
  assert.equal(writer.lost, 0);
});

test("line writer: a disk without space -> lines are lost and counted, nobody waits", async (t) => {
  const fd = openSync("/dev/full", "w");
  t.after(() => closeSync(fd));
  const writer = new LineWriter({ fd, collect: 10, waitingMax: 100 });
  for (let at = 0; at < 50; at++) writer.write("0123456789\n");
  await flushed(writer);
  writer.write("more\n");
  writer.flushSync();
  await flushed(writer);
  assert.equal(writer.lost, 51);
});
