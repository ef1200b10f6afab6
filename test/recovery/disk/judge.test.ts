/** The judge of opened images: the death of its process, and who judges the next one. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { newDataDir } from "../../support/server.ts";
import { openJudge } from "./judge.ts";

test("judge: a process that dies at its task, or after its verdict -> the death, and the next is judged", async () => {
  const script = join(newDataDir(), "judged.mjs");
  writeFileSync(
    script,
    `process.on("disconnect", () => process.exit(0));
process.on("message", ({ fate }) => {
  if (fate === "die") process.kill(process.pid, "SIGKILL");
  process.send({ fate }, () => {
    if (fate === "die later") setTimeout(() => process.kill(process.pid, "SIGBUS"), 10);
  });
});`,
  );
  const judge = openJudge<{ fate: string }, { fate: string }>(pathToFileURL(script).href);
  try {
    assert.deepEqual(await judge.judge({ fate: "live" }), { fate: "live" });
    assert.deepEqual(await judge.judge({ fate: "die" }), { died: "SIGKILL" });
    assert.deepEqual(await judge.judge({ fate: "die later" }), { fate: "die later" });
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.deepEqual(await judge.judge({ fate: "live" }), { died: "SIGBUS" });
    assert.deepEqual(await judge.judge({ fate: "live" }), { fate: "live" });
  } finally {
    judge.close();
  }
});
