/** The peer's front end as processes: how it starts, and the order in which it ends. */
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { test } from "node:test";
import { built } from "../built.ts";
import type { PeerAnswer, PeerOptions } from "./app.ts";

const ROUNDS = 4;
const CONNECTIONS = 300;

test("peer: 2 workers, ended while connections come, 4 times -> exit 0, no word, the primary last", async () => {
  const file = await built("bench/peer/app.ts");
  for (let round = 0; round < ROUNDS; round++) {
    const mark = `PEER_TEST=${randomUUID()}`;
    const env = { ...process.env, PEER_TEST: mark.slice("PEER_TEST=".length) };
    const child = fork(file, { silent: true, env });
    let said = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    // The peer connects to its database for its first query, and this test sends none.
    child.send({ socketDir: "/nowhere", workers: 2, poolSize: 2 } satisfies PeerOptions);
    const [{ port }] = (await once(child, "message")) as [PeerAnswer];
    const sockets = Array.from({ length: CONNECTIONS }, () =>
      connect(port, "127.0.0.1").on("error", () => {}),
    );
    await once(sockets[round * 40] as (typeof sockets)[number], "connect");
    const left = once(child, "exit").then(([code]) => ({ code, pids: processesWith(mark) }));
    const closed = once(child, "close");
    child.kill("SIGTERM");
    assert.deepEqual(await left, { code: 0, pids: [] });
    await closed;
    assert.equal(said, "");
    for (const socket of sockets) socket.destroy();
  }
});

function processesWith(mark: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, "latin1").includes(mark);
    } catch {
      // The process ended meanwhile, or belongs to another user.
      return false;
    }
  });
}
