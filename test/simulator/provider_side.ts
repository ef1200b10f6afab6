/**
 * The providers of live in a simulated server: the real look-up of what is due and the real queue over the views of
 * the shards, put together as `relay/outbox_providers.ts` does it, with the simulated provider behind them.
 */
import { ProviderQueue } from "../../src/outbox/provider_queue.ts";
import {
  type ProviderErrand,
  type ProviderReport,
  ProviderShard,
  providerReportOf,
} from "../../src/relay/provider_shard.ts";
import type { OutboxOptions } from "./outbox.ts";
import type { SimulatedProvider } from "./provider.ts";
import type { Parts, RunningShard } from "./server.ts";

export type ProviderSideOptions = Omit<OutboxOptions, "parts" | "outside"> & {
  parts: Pick<Parts, "errandOf">;
  provider: SimulatedProvider;
};

/** The simulation opens nothing of what was submitted: its provider does not look at it. */
const SUBMITTED = {
  sealer: { opened: () => undefined, openedBytes: () => undefined },
  filesPath: "",
  onUnreadable: () => {},
};

export function startProviderSide(options: ProviderSideOptions): void {
  const { shards, loop, nowMs, provider } = options;
  const queue = new ProviderQueue<ProviderErrand, ProviderReport>({
    async run(offered) {
      const errand = options.parts.errandOf(offered);
      const attempt = await provider.carryOut(errand, loop, (report) => {
        record(report).catch(() => undefined);
      });
      return providerReportOf(errand, attempt);
    },
    async report(_errand, report) {
      await record(report);
      // It comes again then, whole.
      if (provider.losesAnswerToReport()) throw new Error("the answer is lost");
    },
    freed: () => void loop.after(0, lookAgain),
    loop,
  });
  const opened: ProviderShard[] = [];
  const lookAgain = () => {
    for (const shard of opened) shard.look();
  };
  for (const shard of shards) {
    const { signals } = shard;
    const requests = new ProviderShard(options.openView(shard), queue, {
      submitted: SUBMITTED,
      nowMs,
    });
    const { acknowledged } = signals;
    let isOpen = false;
    const look = () => {
      if (isOpen) requests.look();
      else if (signals.viewed >= acknowledged) {
        requests.open();
        opened.push(requests);
        isOpen = true;
      }
      loop.after(options.lookMs(), look);
    };
    look();
  }

  /** As the thread of the outbox does it: the report goes to its shard. */
  async function record({ shard, ...report }: ProviderReport): Promise<void> {
    await new Promise<void>((resolve) => {
      loop.after(options.channelDelayMs(), resolve);
    });
    await (shards[shard] as RunningShard).reporter.recordProvider(report);
  }
}
