/** Files that a preparation keeps: they stay for a caller who waits, and for nobody else. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { TaskAnswer } from "../contract/declare/reader_task.ts";
import { ShardSignals } from "../contract/messages/envelope.ts";
import { keepingFiles } from "./task_files.ts";

const OWNER = "ent_01ARZ3NDEKTSV4RRFFQ69G5FAV";
const PREPARED: TaskAnswer = { kind: "prepared", text: "{}" };
const scratch = mkdtempSync(join(tmpdir(), "task-files-"));
after(() => rmSync(scratch, { recursive: true }));

function newTask({ serving = true, deadlineMs = Number.POSITIVE_INFINITY } = {}) {
  const filesPath = mkdtempSync(join(scratch, "shard-"));
  const signals = ShardSignals.allocate();
  new ShardSignals(signals).serving = serving;
  const task = { stop: new Int32Array(new SharedArrayBuffer(4)), deadlineMs };
  const keep = (during: () => void = () => undefined) =>
    keepingFiles(task, [{ shard: 0, filesPath, signals }], async (keepFor) => {
      keepFor(0)(OWNER, Buffer.from("sealed"));
      during();
      return PREPARED;
    });
  return { task, keep, files: () => readdirSync(filesPath).length };
}

test("task files: somebody waits -> the file stays", async () => {
  const { keep, files } = newTask();
  assert.deepEqual([await keep(), files()], [PREPARED, 1]);
});

test("task files: nobody waits any more, before or after the file -> no file, and no answer that names it", async () => {
  const gone = newTask();
  Atomics.store(gone.task.stop, 0, 1);
  assert.deepEqual([await gone.keep(), gone.files()], [{ kind: "stopped" }, 0]);
  const leaving = newTask();
  const answer = await leaving.keep(() => Atomics.store(leaving.task.stop, 0, 1));
  assert.deepEqual([answer, leaving.files()], [{ kind: "stopped" }, 0]);
  const late = newTask({ deadlineMs: 1 });
  assert.deepEqual([await late.keep(), late.files()], [{ kind: "stopped" }, 0]);
});

test("task files: the shard takes no writes, the preparation fails -> no file", async () => {
  const full = newTask({ serving: false });
  assert.deepEqual([await full.keep(), full.files()], [{ kind: "stopped" }, 0]);
  const failing = newTask();
  const failed = failing.keep(() => {
    throw new Error("it failed");
  });
  await assert.rejects(failed, /it failed/);
  assert.equal(failing.files(), 0);
});
