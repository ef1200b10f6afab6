/** When a shard has answered all that a thread of the outbox has reported. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { MessageChannel } from "node:worker_threads";
import { type Report, reportHandlers } from "./report_handlers.ts";
import { openRpc } from "./rpc.ts";

const REPORT = { lines: [] };

/** Handlers whose reports end when the test says so. */
function opened() {
  const ends: { resolve: (result?: unknown) => void; reject: (error: Error) => void }[] = [];
  const handlers = reportHandlers(
    (_: Report) => new Promise((resolve, reject) => void ends.push({ resolve, reject })),
  );
  const takeReports = () => {
    const { port1, port2 } = new MessageChannel();
    handlers["takeReports"]?.(port2 as never);
    return { port: port1, rpc: openRpc(port1, {}) };
  };
  const reportsEnded = () => handlers["reportsEnded"]?.(undefined as never) as Promise<void>;
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setImmediate(resolve));
  };
  return { ends, takeReports, reportsEnded, until };
}

test("reports: none was ever taken -> they have ended", async () => {
  await opened().reportsEnded();
});

test("reports: recorded, and refused -> the outbox is answered so; a port of a later thread is another", async () => {
  const { ends, takeReports, until } = opened();
  const [first, second] = [takeReports(), takeReports()];
  const answers = [first, second].map(({ rpc }) => rpc.call("report", REPORT));
  const settled = Promise.allSettled(answers);
  await until(() => ends.length === 2);
  ends[0]?.resolve({ status: 200 });
  ends[1]?.reject(new Error("the shard does not serve"));
  const [recorded, refused] = await settled;
  assert.deepEqual(recorded, { status: "fulfilled", value: { status: 200 } });
  assert.equal(refused?.status, "rejected");
  for (const { port } of [first, second]) port.close();
});

test("reports: the port closes behind two reports -> both are recorded; they have ended when both have", async () => {
  const { ends, takeReports, reportsEnded, until } = opened();
  const { port, rpc } = takeReports();
  for (let at = 0; at < 2; at++) void rpc.call("report", REPORT);
  port.close();
  let hasEnded = false;
  const ended = reportsEnded().then(() => {
    hasEnded = true;
  });
  await until(() => ends.length === 2);
  ends[0]?.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(hasEnded, false);
  ends[1]?.reject(new Error("the disk is gone"));
  await ended;
});
