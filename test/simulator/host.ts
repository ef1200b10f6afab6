/**
 * The host of a simulated server: it starts the server, kills it at any moment, stops it in good
 * order, lets its disks fail, and starts it again. Between a crash and the next start it may damage
 * the files, which the start must detect.
 */
import { crc32 } from "node:zlib";
import { LogDamaged } from "../../wal/errors.ts";
import { FRAME_HEADER_BYTES, FRAME_TRAILER_BYTES } from "../../wal/format.ts";
import { keyOf } from "../../wal/key.ts";
import { type Coverage, count } from "./coverage.ts";
import { type AppendOutcome, createDisk, type Disk } from "./disk.ts";
import type { Outside } from "./outbox.ts";
import type { SimulatedProvider } from "./provider.ts";
import type { Random } from "./random.ts";
import { newSecretOf } from "./secrets.ts";
import { type Parts, type Server, type ShardDisks, startServer } from "./server.ts";
import type { Timeline } from "./timeline.ts";

/** The faults of one seed. Rates are probabilities of each append or write. */
export type FaultRates = {
  appendFaultRate: number;
  stateFaultRate: number;
  /** Mean time between two crashes or orderly stops, milliseconds; undefined: there are none. */
  stopEveryMs: number | undefined;
  /** The longest usual time of a sync, milliseconds. */
  syncMs: number;
};

export type Host = {
  disks: readonly ShardDisks[];
  /** The server while it serves; undefined while it is down, is starting or is stopping. */
  server(): Server | undefined;
  /** The number of starts so far. */
  starts(): number;
  /** Ends crashes, stops and faults; the server starts and keeps running. */
  endFaults(): void;
  /** Stops the server in good order; afterwards the disks hold every record and document. */
  stop(): Promise<void>;
};

export type HostParts = {
  parts: Parts;
  timeline: Timeline;
  random: Random;
  faults: FaultRates;
  shards: number;
  edges: number;
  coverage: Coverage;
  trace(line: string): void;
  violate(message: string): void;
  outside: Outside;
  provider: SimulatedProvider;
  /** The platform itself asks for something: the id of the request. */
  ofPlatform(input: Record<string, unknown>): string;
  /** Called when a frame was written to a log. */
  onWritten(shard: number): void;
  /** Called when the server is down: the logs do not change until the next start. */
  onDown(how: "crash" | "orderly stop"): void;
  onServing(server: Server): void;
};

/** The most crashes and orderly stops of one seed, so that requests make up most of a seed. */
const STOPS_MAX = 8;
const FAULTS: readonly AppendOutcome[] = [
  "failed",
  "unknown_lost",
  "unknown_kept",
  "silent_lost",
  "silent_kept",
];

export function createHost(parts: HostParts): Host {
  const { timeline, random, faults, coverage, trace, violate } = parts;
  const disks = Array.from({ length: parts.shards }, (_, shard) => createDisks(shard));
  /** Shards whose disk has failed since the start: these shards may stop. */
  const failing = new Set<number>();
  let current = { number: 0, isAlive: false };
  let server: Server | undefined;
  let isStarting = false;
  let areFaultsOver = false;
  let stops = 0;
  let damaged: { disk: Disk; key: Uint8Array; old: Buffer } | undefined;

  timeline.after(0, boot);
  if (faults.stopEveryMs !== undefined) scheduleStop(faults.stopEveryMs);
  return {
    disks,
    server: () => server,
    starts: () => current.number,
    endFaults() {
      areFaultsOver = true;
      if (failing.size > 0 && current.isAlive) kill("the operator");
    },
    async stop() {
      const stopping = server;
      server = undefined;
      if (stopping !== undefined) await close(stopping);
    },
  };

  function boot(): void {
    const mine = { number: current.number + 1, isAlive: true };
    current = mine;
    failing.clear();
    isStarting = true;
    const loop = timeline.loop(() => mine.isAlive);
    const turnMs = random.pick([0.2, 8]);
    const slowDrains = random.pick([0, 0.5, 0.9]);
    const hadRecords = disks.some(({ log }) => log.read(keyOf(1)) !== undefined);
    const hadState = disks.some(({ state }) => state.entries().size > 0);
    trace(`server ${mine.number} starts`);
    startServer({
      parts: parts.parts,
      disks,
      edges: parts.edges,
      loop,
      nowMs: timeline.nowMs,
      newSecret: () => newSecretOf(random),
      channelDelayMs: () => random.between(0, 0.3),
      timerDelayMs: () => (random.chance(0.3) ? 0 : random.between(0, 80)),
      turnMs: () => random.between(0, turnMs),
      dueSlice: random.pick([1, 1, 2, 64]),
      drainSlice: () => (!areFaultsOver && random.chance(slowDrains) ? 0 : 1 + random.below(256)),
      checkpointBytes: 1 + random.below(random.pick([2_000, 16_000, 250_000])),
      lookMs: () => random.between(2, 20),
      outside: parts.outside,
      provider: parts.provider,
      ofPlatform: parts.ofPlatform,
      onFailure: (shard, error) => {
        if (mine.isAlive) onFailure(shard, error);
      },
      onBug: (what, cause) => violate(`${what}: ${String((cause as Error).stack)}`),
    }).then(
      (started) => {
        if (!mine.isAlive) return;
        isStarting = false;
        if (damaged !== undefined) violate("a damaged log was replayed and is served");
        if (hadRecords)
          count(coverage, hadState ? "state and tail replayed" : "log alone replayed");
        server = started;
        parts.onServing(started);
      },
      (cause: unknown) => {
        if (!mine.isAlive) return;
        isStarting = false;
        onRefused(cause);
      },
    );
  }

  /** A shard may stop only after a fault of its disk. The operator then restarts the process. */
  function onFailure(shard: number, error: Error): void {
    trace(`shard ${shard} stops: ${error.message}`);
    if (!failing.has(shard)) violate(`shard ${shard} stopped: ${error.stack}`);
    const { number } = current;
    timeline.after(random.between(5, 100), () => {
      if (current.number === number && current.isAlive) kill("the operator");
    });
  }

  /** A start may be refused only for damage, which is then repaired, or for a failing disk. */
  function onRefused(cause: unknown): void {
    trace(`start refused: ${String(cause)}`);
    if (cause instanceof LogDamaged && damaged !== undefined) {
      damaged.disk.damage(damaged.key, damaged.old);
      damaged = undefined;
    } else if (failing.size === 0) violate(`start refused: ${String((cause as Error).stack)}`);
    current.isAlive = false;
    timeline.after(1, boot);
  }

  function kill(who: string): void {
    trace(`server ${current.number} ends by ${who}`);
    if (isStarting) count(coverage, "crash during recovery");
    current.isAlive = false;
    server = undefined;
    let wasIdle = true;
    for (const { log, state } of disks) {
      const isLogBusy = log.crash();
      const isStateBusy = state.crash();
      if (isLogBusy || isStateBusy) wasIdle = false;
    }
    if (wasIdle && !isStarting) count(coverage, "crash while nothing was under way");
    isStarting = false;
    disks.forEach((_, shard) => {
      parts.onWritten(shard);
    });
    parts.onDown("crash");
    if (!areFaultsOver) damageFiles();
    timeline.after(random.between(1, 60), boot);
  }

  function scheduleStop(everyMs: number): void {
    timeline.after(random.between(0.1, 2) * everyMs, () => {
      if (areFaultsOver || ++stops === STOPS_MAX) return;
      scheduleStop(everyMs);
      if (!current.isAlive) return;
      if (server !== undefined && failing.size === 0 && random.chance(0.25)) stopAndBoot(server);
      else kill("a crash");
    });
  }

  function stopAndBoot(stopping: Server): void {
    const mine = current;
    trace(`server ${mine.number} stops in good order`);
    server = undefined;
    void close(stopping).then(() => {
      if (!mine.isAlive) return;
      // A shard that failed while it stopped left writes under way, which end with the process.
      if (failing.size > 0) {
        kill("a stop with a failing disk");
        return;
      }
      count(coverage, "orderly stop");
      parts.onDown("orderly stop");
      mine.isAlive = false;
      timeline.after(1, boot);
    });
  }

  async function close({ shards, outbox }: Server): Promise<void> {
    await outbox.stop();
    await Promise.all(shards.map(({ mailbox }) => mailbox.close()));
    for (const { store, log } of shards) {
      await store.close();
      await log.close();
    }
  }

  /** While the server is down: may delete states, and may damage a frame of a log. */
  function damageFiles(): void {
    for (const { state } of disks) {
      if (!random.chance(0.08)) continue;
      count(coverage, "state deleted");
      state.clear();
    }
    if (damaged !== undefined || !random.chance(0.12)) return;
    const { log, state } = random.pick(disks);
    let head = 0;
    while (log.read(keyOf(head + 1)) !== undefined) head++;
    if (head < 3) return;
    // Without a state every frame is replayed. The last frame is spared: no frame confirms its hash.
    state.clear();
    const at = 1 + random.below(head - 1);
    const key = Uint8Array.from(keyOf(at));
    const bytes = log.read(key) as Buffer;
    const other = log.read(keyOf(at === 1 ? 2 : at - 1)) as Buffer;
    const [name, value] = damageOf(bytes, other);
    count(coverage, `damage: ${name}`);
    trace(`frame ${at} of ${head}: ${name}`);
    damaged = { disk: log, key, old: log.damage(key, value) as Buffer };
  }

  function damageOf(bytes: Buffer, other: Buffer): [string, Buffer] {
    return random.weighted<() => [string, Buffer]>([
      [2, () => ["a bit flipped", flipped(bytes, random.below(bytes.length))]],
      [2, () => ["a frame sealed anew", sealedAnew(bytes)]],
      [1, () => ["another frame in its place", other]],
      [1, () => ["cut short", bytes.subarray(0, random.below(bytes.length))]],
    ])();
  }

  function flipped(bytes: Buffer, at: number): Buffer {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] as number) ^ (1 << random.below(8));
    return copy;
  }

  /** A frame with changed bytes of a record and a fitting checksum: only the hash chain shows it. */
  function sealedAnew(bytes: Buffer): Buffer {
    const copy = flipped(bytes, FRAME_HEADER_BYTES + 8 + random.below(8));
    const end = copy.length - FRAME_TRAILER_BYTES;
    copy.writeUInt32LE(crc32(copy.subarray(0, end)), end);
    return copy;
  }

  function createDisks(shard: number): ShardDisks {
    return { log: createOne("log", shard), state: createOne("state", shard) };
  }

  function createOne(kind: "log" | "state", shard: number): Disk {
    const rate = kind === "log" ? faults.appendFaultRate : faults.stateFaultRate;
    return createDisk({
      kind,
      timeline,
      random,
      fate() {
        const delayMs = random.between(
          0.05,
          random.chance(0.1) ? faults.syncMs * 8 : faults.syncMs,
        );
        if (areFaultsOver || !random.chance(rate)) return { outcome: "durable", delayMs };
        failing.add(shard);
        const outcome = kind === "log" ? random.pick(FAULTS) : "failed";
        count(coverage, kind === "log" ? `append ${outcome}` : "state write failed");
        trace(`shard ${shard}: the ${kind}'s next write is ${outcome}`);
        return { outcome, delayMs };
      },
      onWritten() {
        if (kind === "log") parts.onWritten(shard);
      },
      onTorn(isThere) {
        if (kind === "state") count(coverage, "crash during a state write");
        else count(coverage, `crash during an append: it is ${isThere ? "there" : "lost"}`);
      },
    });
  }
}
