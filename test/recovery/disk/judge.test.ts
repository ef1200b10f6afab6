/** The judge of images: its process dies, and a new process judges the next image. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { newDataDir } from "../../support/server.ts";
import { openJudge } from "./judge.ts";

type Verdict = { fate: string; pid: number };

/** Whether the process exists; it does until its parent has seen its end. */
function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("judge: a process that dies at its task, or after its verdict -> the death, and the next is judged", async () => {
  const script = join(newDataDir(), "judged.mjs");
  writeFileSync(
    script,
    `process.on("disconnect", () => process.exit(0));
process.on("message", ({ fate }) => {
  if (fate === "die") process.kill(process.pid, "SIGKILL");
  process.send({ fate, pid: process.pid }, () => {
    if (fate === "die later") setTimeout(() => process.kill(process.pid, "SIGBUS"), 10);
  });
});`,
  );
  const judge = openJudge<{ fate: string }, Verdict>(pathToFileURL(script).href);
  const fateOf = async (fate: string) => {
    const verdict = await judge.judge({ fate });
    return "died" in verdict ? verdict : { fate: verdict.fate };
  };
  try {
    assert.deepEqual(await fateOf("live"), { fate: "live" });
    assert.deepEqual(await fateOf("die"), { died: "SIGKILL" });
    const dying = (await judge.judge({ fate: "die later" })) as Verdict;
    assert.equal(dying.fate, "die later");
    while (isThere(dying.pid)) await pause(5);
    assert.deepEqual(await fateOf("live"), { died: "SIGBUS" });
    assert.deepEqual(await fateOf("live"), { fate: "live" });
  } finally {
    judge.close();
  }
});
