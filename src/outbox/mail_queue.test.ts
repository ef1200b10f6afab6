/** When a mail is attempted, when again, and when it is given up; over a clock that a test moves. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { owedMail, plainMail } from "../../test/support/outbox/mail_server.ts";
import { promised } from "../../test/support/outbox/receiver.ts";
import type { MailFault, MailOutcome } from "../contract/declare/mail.ts";
import { MAIL_LIFE_MS, MAIL_PAUSES_MS, MailQueue, type MailTrouble } from "./mail_queue.ts";
import { MailFailed } from "./mail_transport.ts";
import { MailUnusable, type WrittenMail } from "./written_mail.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

type Attempt = {
  effectId: string;
  atMs: number;
  end: (fault?: MailFault, isFinal?: boolean) => void;
};

/** A queue whose attempts end when the test says so, and a clock. */
class MailWorld {
  nowMs = 0;
  readonly attempts: Attempt[] = [];
  readonly troubles: MailTrouble[] = [];
  readonly timers = new Set<{ atMs: number; run: () => void }>();
  readonly queue: MailQueue;
  isClosed = false;

  constructor({ atOnce = 2, unusable }: { atOnce?: number; unusable?: MailUnusable } = {}) {
    this.queue = new MailQueue({
      transport: {
        deliver: (mail, signal) => this.#deliver(mail, signal),
        close: () => {
          this.isClosed = true;
        },
      },
      write(mail) {
        if (unusable !== undefined) throw unusable;
        return { ...plainMail(), effectId: mail.effectId };
      },
      atOnce,
      loop: {
        after: (delayMs, run) => {
          const timer = { atMs: this.nowMs + delayMs, run };
          this.timers.add(timer);
          return () => this.timers.delete(timer);
        },
      },
      nowMs: () => this.nowMs,
      onFault: (trouble) => this.troubles.push(trouble),
    });
  }

  /** Moves the clock to each timer up to the time, and runs it. */
  async moveTo(atMs: number): Promise<void> {
    for (;;) {
      const [first] = [...this.timers].sort((a, b) => a.atMs - b.atMs);
      if (first === undefined || first.atMs > atMs) break;
      this.nowMs = first.atMs;
      this.timers.delete(first);
      first.run();
      await turn();
    }
    this.nowMs = atMs;
  }

  #deliver({ effectId }: WrittenMail, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = promised<void>();
    const end = (fault?: MailFault, isFinal = false) =>
      fault === undefined ? resolve() : reject(new MailFailed(fault, { message: "no", isFinal }));
    signal.addEventListener("abort", () => end("timeout"));
    this.attempts.push({ effectId, atMs: this.nowMs, end });
    return promise;
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** Attempts that all fail, until the queue gives up; the times of the attempts. */
async function failedUntilOver(expiresAtMs?: number) {
  const world = new MailWorld();
  const over = world.queue.send(owedMail(expiresAtMs === undefined ? {} : { expiresAtMs }));
  let outcome: MailOutcome | undefined;
  over.then((is) => {
    outcome = is;
  });
  while (outcome === undefined) {
    world.attempts.at(-1)?.end("connection_failed");
    await turn();
    const [next] = world.timers;
    if (next !== undefined) await world.moveTo(next.atMs);
  }
  return { times: world.attempts.map(({ atMs }) => atMs), outcome, world };
}

test("mail queue: the pauses between attempts -> 5 s, 30 s, 2 m, 10 m, 1 h, 6 h", () => {
  const pauses = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR];
  assert.deepEqual([...MAIL_PAUSES_MS], pauses);
});

test("mail queue: a server that is away -> attempted at the pauses, every 6 h at last, given up before 24 h are over", async () => {
  const { times, outcome, world } = await failedUntilOver();
  const pauses = times.slice(1).map((atMs, at) => atMs - (times[at] as number));
  assert.deepEqual(pauses, [...MAIL_PAUSES_MS, 6 * HOUR, 6 * HOUR]);
  const last = times.at(-1) as number;
  assert.ok(last < MAIL_LIFE_MS && last + 6 * HOUR >= MAIL_LIFE_MS);
  assert.deepEqual(outcome, { status: "given_up", attempts: 9, code: "connection_failed" });
  const { sent, givenUp, failures, waiting } = world.queue.metrics;
  assert.deepEqual([sent, givenUp, failures, waiting], [0, 1, 9, 0]);
  assert.deepEqual(
    world.troubles.map(({ attempt, isOver }) => [attempt, isOver]),
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempt) => [attempt, attempt === 9]),
  );
});

const ENDS: [number, number[]][] = [
  [5 * SECOND, [0]],
  [5 * SECOND + 1, [0, 5 * SECOND]],
  [10 * MINUTE, [0, 5 * SECOND, 35 * SECOND, 155 * SECOND]],
];
for (const [expiresAtMs, at] of ENDS) {
  test(`mail queue: a mail that ends after ${expiresAtMs} ms, a server that is away -> attempted at ${at.join(", ")}`, async () => {
    const { times, outcome } = await failedUntilOver(expiresAtMs);
    assert.deepEqual(times, at);
    assert.deepEqual(outcome, {
      status: "given_up",
      attempts: at.length,
      code: "connection_failed",
    });
  });
}

for (const [expiresAtMs, attempts] of [
  [0, 0],
  [1, 1],
] as const) {
  test(`mail queue: a mail that ends in ${expiresAtMs} ms -> ${attempts} attempts`, async () => {
    const world = new MailWorld();
    const over = world.queue.send(owedMail({ expiresAtMs }));
    assert.equal(world.attempts.length, attempts);
    if (attempts > 0) return;
    assert.deepEqual(await over, { status: "given_up", attempts: 0, code: "expired" });
  });
}

test("mail queue: a mail whose time passes while it waits for its turn -> not attempted", async () => {
  const world = new MailWorld({ atOnce: 1 });
  world.queue.send(owedMail());
  const late = world.queue.send(owedMail({ expiresAtMs: MINUTE }, 1));
  world.nowMs = MINUTE;
  world.attempts[0]?.end();
  assert.deepEqual(await late, { status: "given_up", attempts: 0, code: "expired" });
  assert.equal(world.attempts.length, 1);
});

test("mail queue: refused for now, then taken -> sent at the second attempt", async () => {
  const world = new MailWorld();
  const over = world.queue.send(owedMail());
  world.attempts[0]?.end("refused_for_now");
  await turn();
  assert.equal(world.queue.metrics.waiting, 1);
  await world.moveTo(5 * SECOND);
  world.attempts[1]?.end();
  assert.deepEqual(await over, { status: "sent", attempts: 2 });
  const { sent, givenUp, failures, waiting } = world.queue.metrics;
  assert.deepEqual([sent, givenUp, failures, waiting], [1, 0, 1, 0]);
});

test("mail queue: refused for ever -> given up at once", async () => {
  const world = new MailWorld();
  const over = world.queue.send(owedMail());
  world.attempts[0]?.end("refused", true);
  assert.deepEqual(await over, { status: "given_up", attempts: 1, code: "refused" });
  assert.equal(world.timers.size, 0);
});

test("mail queue: a mail that cannot be written -> given up without an attempt", async () => {
  const world = new MailWorld({ unusable: new MailUnusable("seal_key_gone", "it is gone") });
  const outcome = await world.queue.send(owedMail());
  assert.deepEqual(outcome, { status: "given_up", attempts: 0, code: "seal_key_gone" });
  assert.deepEqual([world.attempts.length, world.queue.metrics.waiting], [0, 0]);
});

test("mail queue: more mails than attempts at once -> in their order; one that waits for its pause keeps no slot", async () => {
  const world = new MailWorld({ atOnce: 2 });
  const ids = [0, 1, 2, 3].map((sub) => owedMail({}, sub).effectId);
  for (const sub of ids.keys()) world.queue.send(owedMail({}, sub));
  const order = () => world.attempts.map(({ effectId }) => ids.indexOf(effectId));
  assert.deepEqual(order(), [0, 1]);
  world.attempts[0]?.end("refused_for_now");
  await turn();
  assert.deepEqual(order(), [0, 1, 2]);
  world.attempts[2]?.end();
  await turn();
  assert.deepEqual(order(), [0, 1, 2, 3]);
  await world.moveTo(5 * SECOND);
  assert.deepEqual(order(), [0, 1, 2, 3]);
  world.attempts[1]?.end();
  await turn();
  assert.deepEqual(order(), [0, 1, 2, 3, 0]);
});

test("mail queue: stopped -> attempts under way may end, then are cut off without an outcome; nothing begins", async () => {
  const world = new MailWorld({ atOnce: 2 });
  const outcomes: string[] = [];
  for (const sub of [0, 1, 2, 3]) {
    world.queue.send(owedMail({}, sub)).then(({ status }) => outcomes.push(`${sub} ${status}`));
  }
  world.attempts[0]?.end("refused_for_now");
  await turn();
  const stopped = world.queue.stop(SECOND);
  world.attempts[1]?.end();
  await turn();
  assert.deepEqual([outcomes, world.isClosed], [["1 sent"], false]);
  await world.moveTo(HOUR);
  await stopped;
  assert.deepEqual([outcomes, world.isClosed], [["1 sent"], true]);
  assert.equal(world.attempts.length, 3);
  assert.equal(world.queue.metrics.failures, 1);
});
