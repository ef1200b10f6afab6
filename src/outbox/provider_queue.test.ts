/** What is under way at providers: once each, bounded, reported until that is durable. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { promised } from "../../test/support/outbox/receiver.ts";
import type { EventLoop } from "../contract/messages/event_loop.ts";
import {
  ERRANDS_MAX,
  ERRANDS_OF_PROVIDER_MAX,
  type Errand,
  ProviderQueue,
} from "./provider_queue.ts";

/** A queue whose errands end, and whose reports succeed, when the test says so; its timers are the test's. */
function openQueue() {
  const runs: { errand: Errand; signal: AbortSignal; end: (result?: string) => void }[] = [];
  const reports: { result: string; done: () => void; fail: () => void }[] = [];
  const freed: number[] = [];
  const timers: { delayMs: number; run: () => void }[] = [];
  const loop: Pick<EventLoop, "after"> = {
    after(delayMs, run) {
      const timer = { delayMs, run };
      timers.push(timer);
      return () => {
        if (timers.includes(timer)) timers.splice(timers.indexOf(timer), 1);
      };
    },
  };
  const queue = new ProviderQueue<Errand, string>({
    run(errand, signal) {
      const { promise, resolve } = promised<string | undefined>();
      runs.push({ errand, signal, end: resolve });
      signal.addEventListener("abort", () => resolve(undefined));
      return promise;
    },
    report(_errand, result) {
      const { promise, resolve, reject } = promised<void>();
      reports.push({ result, done: resolve, fail: () => reject(new Error("no answer")) });
      return promise;
    },
    freed: () => freed.push(queue.metrics.underWay),
    loop,
  });
  return { queue, runs, reports, timers, freed };
}

/** Lets everything run that has only promises before it. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
const errand = (key: string, number = 1, provider = "acme"): Errand => ({ key, number, provider });

test("provider queue: an errand offered again while it is under way, and until the view shows it -> run once", async () => {
  const { queue, runs, reports } = openQueue();
  assert.equal(queue.offer(errand("a")), "taken");
  assert.equal(queue.offer(errand("a")), "known");
  runs[0]?.end("told");
  await settled();
  assert.equal(queue.offer(errand("a")), "known");
  reports[0]?.done();
  await settled();
  assert.equal(queue.metrics.underWay, 0);
  queue.forget(() => false);
  assert.equal(queue.offer(errand("a")), "known");
  assert.equal(queue.offer(errand("a", 2)), "taken");
  queue.forget((key, number) => key === "a" && number === 1);
  assert.equal(runs.length, 2);
});

test("provider queue: more errands than slots -> bounded for one provider and for all; a slot is free at an end", async () => {
  const { queue, runs, reports } = openQueue();
  const offered = (count: number, provider: string) =>
    Array.from({ length: count }, (_, at) => queue.offer(errand(`${provider}${at}`, 1, provider)));
  const of = (answers: string[]) => answers.filter((answer) => answer === "taken").length;
  assert.equal(of(offered(ERRANDS_OF_PROVIDER_MAX + 1, "slow")), ERRANDS_OF_PROVIDER_MAX);
  for (const provider of ["b", "c", "d", "e"]) offered(ERRANDS_OF_PROVIDER_MAX, provider);
  assert.equal(queue.metrics.underWay, ERRANDS_MAX);
  assert.equal(queue.isFull, true);
  runs[0]?.end("told");
  await settled();
  assert.equal(queue.isFull, true);
  reports[0]?.done();
  await settled();
  assert.equal(queue.offer(errand("late", 1, "slow")), "taken");
});

test("provider queue: no slot was missed -> nobody is told of a free one; one was -> told once, when the next is free", async () => {
  const { queue, runs, reports, freed } = openQueue();
  const ended = async (at: number) => {
    runs[at]?.end("told");
    await settled();
    reports[at]?.done();
    await settled();
  };
  queue.offer(errand("early"));
  await ended(0);
  assert.deepEqual(freed, []);
  for (let at = 0; at < ERRANDS_OF_PROVIDER_MAX; at++) queue.offer(errand(`${at}`));
  assert.equal(queue.offer(errand("late")), "no slot");
  assert.equal(queue.offer(errand("later")), "no slot");
  assert.deepEqual(freed, []);
  await ended(1);
  await ended(2);
  assert.deepEqual(freed, [ERRANDS_OF_PROVIDER_MAX - 1]);
  assert.equal(queue.offer(errand("late")), "taken");
});

test("provider queue: what is known of a request -> under way or done, until it is forgotten", async () => {
  const { queue, runs, reports } = openQueue();
  assert.equal(queue.knows("a"), false);
  queue.offer(errand("a"));
  assert.equal(queue.knows("a"), true);
  runs[0]?.end("told");
  await settled();
  reports[0]?.done();
  await settled();
  assert.equal(queue.knows("a"), true);
  queue.forget(() => true);
  assert.equal(queue.knows("a"), false);
});

test("provider queue: a report that fails -> sent again after 1 s, 2 s, the errand not run again", async () => {
  const { queue, runs, reports, timers } = openQueue();
  queue.offer(errand("a"));
  runs[0]?.end("told");
  for (const pauseMs of [1_000, 2_000]) {
    await settled();
    reports.at(-1)?.fail();
    await settled();
    assert.deepEqual(
      timers.map(({ delayMs }) => delayMs),
      [pauseMs],
    );
    timers[0]?.run();
  }
  await settled();
  reports.at(-1)?.done();
  await settled();
  assert.deepEqual(
    reports.map(({ result }) => result),
    ["told", "told", "told"],
  );
  assert.equal(runs.length, 1);
  assert.equal(queue.metrics.reportFailures, 2);
});

test("provider queue: stopped -> what ends in time is reported; the rest is cut off and not reported; nothing new", async () => {
  const { queue, runs, reports, timers } = openQueue();
  queue.offer(errand("a"));
  queue.offer(errand("b"));
  const stopped = queue.stop(500);
  assert.equal(queue.offer(errand("c")), "no slot");
  runs[0]?.end("told");
  await settled();
  reports[0]?.done();
  timers.find(({ delayMs }) => delayMs === 500)?.run();
  await stopped;
  assert.equal(reports.length, 1);
  assert.equal(runs[1]?.signal.aborted, true);
});
