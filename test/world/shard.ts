/**
 * For tests: one shard from the journal to the view, as the threads put it together, over disks in
 * memory. Its memory runs ahead of the disk, as in a server: `view` waits until all is durable.
 */
import type { Place } from "../../src/base/id.ts";
import type { ShardRegistry } from "../../src/contract/declare/registry.ts";
import { ShardSignals } from "../../src/contract/messages/envelope.ts";
import { FactCodecs } from "../../src/contract/records/record_codec.ts";
import { isPlatformStep } from "../../src/features/platform_steps.ts";
import { tellWritten } from "../../src/shard/checkpoint.ts";
import type { Command, Outcome } from "../../src/shard/command.ts";
import type { Journal } from "../../src/shard/journal.ts";
import { recover } from "../../src/shard/recovery.ts";
import { ShardView } from "../../src/views/shard_view.ts";
import type { SealedFrame } from "../../wal/format.ts";
import { logOver } from "../../wal/log.ts";
import { logReaderOver } from "../../wal/log_reader.ts";
import { stateReaderOver } from "../../wal/state_reader.ts";
import { stateStoreOver } from "../../wal/state_store.ts";
import { differenceOfReplay, dueLoopOver, journalOver } from "./journal.ts";
import { createFaultlessDisk } from "./memory_database.ts";

const SALT_SECRET = Buffer.alloc(32, 9);

export type Shard<S> = {
  readonly journal: Journal<S>;
  /** The place of the next record. */
  nextPlace(): Place;
  /** The view of every write so far. The next call moves it. */
  view(): Promise<ShardView>;
  /** Runs due steps, at most `stepsMax`. Returns their outcomes, in order. */
  passTime(stepsMax: number, which?: WhichSteps): Outcome[];
  /**
   * Describes the first difference between the state and a replay of the log alone, if there is
   * one.
   */
  differenceOfReplay(): Promise<string | undefined>;
};

/** `ofPlatform`: also the steps that the platform runs for its own books, for which no test of a Product waits. */
export type WhichSteps = { ofPlatform?: boolean };

/** `frames`: those that the log begins with; `shard`: its number, 0 where it is absent. */
export async function openShard<S>(
  registry: ShardRegistry<S>,
  nowMs: () => number,
  { frames = [], shard = 0 }: { frames?: readonly SealedFrame[]; shard?: number } = {},
): Promise<Shard<S>> {
  const [logDisk, stateDisk] = [createFaultlessDisk(), createFaultlessDisk()];
  const log = await logOver(logDisk.open());
  if (frames.length > 0) await log.append(frames);
  const store = stateStoreOver(stateDisk.open());
  const { commit, journal } = journalOver({ log, registry, nowMs, shard });
  const { stored } = await recover(journal, { log, store }, () => {});
  const signals = new ShardSignals(ShardSignals.allocate());
  signals.viewed = stored;
  const view = new ShardView({
    shard,
    log: logReaderOver(logDisk.open()),
    state: stateReaderOver(stateDisk.open()),
    signals,
    codecs: new FactCodecs(registry.codecs),
    saltSecrets: { value: [{ secret: SALT_SECRET }] },
  });
  const settle = async () => {
    while (commit.hasRecords) await new Promise((resolve) => commit.commit(resolve));
    if (signals.viewed === commit.durable) return;
    const sequence = commit.durable;
    const batch = journal.drain(sequence);
    await store.write(batch);
    tellWritten(journal.stored, batch);
    signals.viewed = sequence;
  };
  let steps: Outcome[] = [];
  let withPlatform = false;
  const run = (command: Command): Outcome => {
    const outcome = journal.execute(command);
    // Nobody waits for the answer to a step, so the journal makes it for the test alone.
    const { body = journal.answerOf(outcome.place) } = outcome;
    if (withPlatform || !isPlatformStep(command.operation)) steps.push({ ...outcome, body });
    return outcome;
  };
  let settled = Promise.resolve();
  const whenSettled = () => {
    settled = settled.then(settle);
    return settled;
  };
  return {
    journal,
    nextPlace: () => commit.nextPlace(),
    async view() {
      await whenSettled();
      view.refreshed();
      return view;
    },
    passTime(stepsMax, { ofPlatform = false } = {}) {
      steps = [];
      withPlatform = ofPlatform;
      const due = dueLoopOver({ journal, registry, nowMs, dueSlice: 1, run });
      due.start();
      due.tend();
      while (due.hasWork && steps.length < stepsMax) due.runSlice();
      return steps;
    },
    async differenceOfReplay() {
      await whenSettled();
      return differenceOfReplay({
        registry,
        log: logDisk.open(),
        state: stateDisk.entries(),
        shard,
      });
    },
  };
}
