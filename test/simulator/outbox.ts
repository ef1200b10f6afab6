/**
 * The outbox of a simulated server: the real lines and the real queues over the views of the shards, put
 * together as `relay/outbox_webhooks.ts` does it. It dies with the process, and now and then alone.
 */
import type { EventLoop } from "../../src/contract/messages/event_loop.ts";
import type { AttemptOutcome, LineReport } from "../../src/contract/messages/outbox.ts";
import type { ReportedLine } from "../../src/features/webhook_delivery/webhook_report.ts";
import type { WebhookPayload } from "../../src/features/webhook_endpoint/webhook_lines.ts";
import type { Outbox } from "../../src/outbox/outbox.ts";
import { reportedByShard, WEBHOOK, WebhookShard } from "../../src/relay/webhook_shard.ts";
import type { ShardView } from "../../src/views/shard_view.ts";
import type { Parts, RunningShard } from "./server.ts";

/** Before each attempt: the pause after the attempt before, milliseconds. The specification has hours. */
export const SCHEDULE = [0, 1, 2, 3, 4, 6, 8, 10];
/** An endpoint is given up after so long without a success, milliseconds. */
export const GIVE_UP_MS = 150;
/** Effects of one line that are attempted and in no durable report, at most. The specification has 16. */
export const AT_ONCE = 4;
const REPORT_OUTCOME_MS = 8;
const REPORT_POSITION_MS = 60;
/** How long attempts may go on while the server stops, milliseconds. */
const STOP_WITHIN_MS = 10;

/** What happens to attempts and reports beside this process. */
export type Outside = {
  /**
   * The outbox begins to live, without any memory of what it has done before. `acknowledged`: of each
   * shard, the frame that its views show at least.
   */
  begins(acknowledged: readonly number[]): void;
  /** The thread has died by itself. */
  dies(): void;
  attempt(payload: WebhookPayload, loop: EventLoop, signal: AbortSignal): Promise<AttemptOutcome>;
  /** Milliseconds until the thread dies by itself; undefined where it lives as long as the process. */
  livesMs(): number | undefined;
  /** The answer to a report that is recorded does not arrive. */
  losesAnswer(): boolean;
};

export type OutboxOptions = {
  parts: Pick<Parts, "createOutbox">;
  shards: readonly RunningShard[];
  openView(shard: RunningShard): ShardView;
  /** The loop of the process. */
  loop: EventLoop;
  nowMs: () => number;
  channelDelayMs: () => number;
  /** The time between two looks at the views, milliseconds. */
  lookMs: () => number;
  outside: Outside;
};

export type RunningOutbox = { stop(): Promise<void> };

export function startOutbox(options: OutboxOptions): RunningOutbox {
  /** Reports that a shard has and has not answered. */
  const underWay = new Set<Promise<void>>();
  /** Undefined while there is none: after it died by itself. */
  let running: ReturnType<typeof begin> | undefined = begin();
  let isStopped = false;
  return {
    async stop() {
      isStopped = true;
      await running?.outbox.stop(STOP_WITHIN_MS);
      running?.end();
    },
  };

  function begin(): { outbox: Outbox; end(): void } {
    const { outside, shards } = options;
    let isAlive = true;
    const end = () => {
      isAlive = false;
    };
    const loop = loopWhile(options.loop, () => isAlive);
    const opened = new Map<number, WebhookShard>();
    outside.begins(shards.map(({ signals }) => signals.acknowledged));
    const outbox = options.parts.createOutbox({
      kinds: [
        {
          kind: WEBHOOK,
          schedule: SCHEDULE,
          carrier: (payload, signal) => outside.attempt(payload as WebhookPayload, loop, signal),
        },
      ],
      report: (reports) => report(opened, loop, reports),
      loop,
      nowMs: options.nowMs,
      giveUpMs: GIVE_UP_MS,
      atOnce: AT_ONCE,
      reportOutcomeMs: REPORT_OUTCOME_MS,
      reportPositionMs: REPORT_POSITION_MS,
    });
    for (const shard of shards) {
      const lines = new WebhookShard(options.openView(shard), outbox, options.nowMs);
      const { acknowledged } = shard.signals;
      const look = () => {
        if (opened.has(shard.shard)) lines.look();
        else if (shard.signals.viewed >= acknowledged) {
          lines.open();
          opened.set(shard.shard, lines);
        }
        loop.after(options.lookMs(), look);
      };
      look();
    }
    const livesMs = outside.livesMs();
    if (livesMs !== undefined) {
      loop.after(livesMs, () => {
        if (isStopped) return;
        end();
        running = undefined;
        outside.dies();
        // As main does it: the next thread starts when the reports of this one have ended.
        void Promise.allSettled(underWay).then(() => {
          if (!isStopped) running = begin();
        });
      });
    }
    return { outbox, end };
  }

  /** As the thread of the outbox does it: what is reported goes to its shard. */
  async function report(
    opened: ReadonlyMap<number, WebhookShard>,
    loop: EventLoop,
    reports: readonly LineReport[],
  ): Promise<void> {
    const byShard = [...reportedByShard(opened, reports)];
    await Promise.all(byShard.map(([shard, lines]) => record(shard, lines, loop)));
  }

  async function record(shard: number, lines: ReportedLine[], loop: EventLoop): Promise<void> {
    const { reporter } = options.shards[shard] as RunningShard;
    const arrives = new Promise<void>((resolve) => {
      options.loop.after(options.channelDelayMs(), resolve);
    });
    const recorded = arrives.then(() => reporter.record({ lines }));
    underWay.add(recorded);
    const ended = recorded.finally(() => underWay.delete(recorded));
    const answers = () =>
      new Promise<void>((resolve) => void loop.after(options.channelDelayMs(), resolve));
    try {
      await ended;
    } catch (cause) {
      await answers();
      throw cause;
    }
    const isLost = options.outside.losesAnswer();
    await answers();
    if (isLost) throw new Error("the answer is lost");
  }
}

/** The loop of a thread within the process: nothing of it runs after its end. */
function loopWhile(loop: EventLoop, isAlive: () => boolean): EventLoop {
  const living = (run: () => void) => () => {
    if (isAlive()) run();
  };
  return {
    soon: (run) => loop.soon(living(run)),
    after: (delayMs, run) => loop.after(delayMs, living(run)),
    receive: loop.receive,
  };
}
