/**
 * The lives of a simulated server: it starts, is killed at any moment, stops in good order, fails
 * with its disk and is started again; and between two lives its files may be damaged, which the next
 * start must notice.
 */
import { crc32 } from "node:zlib";
import { LogDamaged } from "../../wal/errors.ts";
import { FRAME_HEADER_BYTES, FRAME_TRAILER_BYTES } from "../../wal/format.ts";
import { keyOf } from "../../wal/key.ts";
import { type Coverage, count } from "./coverage.ts";
import { type AppendOutcome, createDisk, type Disk } from "./disk.ts";
import type { Random } from "./random.ts";
import { type Parts, type Server, type ShardDisks, startServer } from "./server.ts";
import type { Timeline } from "./timeline.ts";

/** How hard a seed is on its server; rates are probabilities of each append or write. */
export type Weather = {
  appendFaultRate: number;
  stateFaultRate: number;
  /** Mean time between two blows, milliseconds; undefined: never. */
  blowEveryMs: number | undefined;
  /** A sync takes up to this long, milliseconds. */
  syncMs: number;
};

export type Lives = {
  disks: readonly ShardDisks[];
  /** The server while it serves; undefined while it is down, starts or stops. */
  server(): Server | undefined;
  /** Counts the lives that have begun. */
  number(): number;
  /** No more blows and faults; the server comes up and stays up. */
  calm(): void;
  /** Stops in good order; afterwards the disks hold everything. */
  stop(): Promise<void>;
};

export type LivesParts = {
  parts: Parts;
  timeline: Timeline;
  random: Random;
  weather: Weather;
  shards: number;
  edges: number;
  coverage: Coverage;
  trace(line: string): void;
  violate(message: string): void;
  /** A log has grown. */
  onWritten(shard: number): void;
  /** The logs stand still until the next life. */
  onDown(how: "crash" | "orderly stop"): void;
  onServing(server: Server): void;
};

/** Blows of one seed: a seed is about requests. */
const BLOWS_MAX = 8;
const FAULTS: readonly AppendOutcome[] = [
  "failed",
  "unknown_lost",
  "unknown_kept",
  "silent_lost",
  "silent_kept",
];

export function createLives(parts: LivesParts): Lives {
  const { timeline, random, weather, coverage, trace, violate } = parts;
  const disks = Array.from({ length: parts.shards }, (_, shard) => createDisks(shard));
  /** Shards whose disk has failed in this life: they may stop. */
  const failing = new Set<number>();
  let life = { number: 0, isAlive: false };
  let server: Server | undefined;
  let isStarting = false;
  let isCalm = false;
  let blows = 0;
  let damaged: { disk: Disk; key: Uint8Array; old: Buffer } | undefined;

  timeline.after(0, boot);
  if (weather.blowEveryMs !== undefined) scheduleBlow(weather.blowEveryMs);
  return {
    disks,
    server: () => server,
    number: () => life.number,
    calm() {
      isCalm = true;
      if (failing.size > 0 && life.isAlive) kill("the operator");
    },
    async stop() {
      const stopping = server;
      server = undefined;
      if (stopping !== undefined) await close(stopping);
    },
  };

  function boot(): void {
    const mine = { number: life.number + 1, isAlive: true };
    life = mine;
    failing.clear();
    isStarting = true;
    const loop = timeline.loop(() => mine.isAlive);
    const turnMs = random.pick([0.2, 8]);
    const hadRecords = disks.some(({ log }) => log.read(keyOf(1)) !== undefined);
    const hadState = disks.some(({ state }) => state.entries().size > 0);
    trace(`life ${mine.number} begins`);
    startServer({
      parts: parts.parts,
      disks,
      edges: parts.edges,
      loop,
      nowMs: timeline.nowMs,
      channelDelayMs: () => random.between(0, 0.3),
      timerDelayMs: () => (random.chance(0.3) ? 0 : random.between(0, 80)),
      turnMs: () => random.between(0, turnMs),
      dueSlice: random.pick([1, 1, 2, 64]),
      checkpointRecords: 1 + random.below(random.pick([8, 64, 1_000])),
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

  /** A shard that stops has a reason, and the operator then starts the process again. */
  function onFailure(shard: number, error: Error): void {
    trace(`shard ${shard} stops: ${error.message}`);
    if (!failing.has(shard)) violate(`shard ${shard} stopped: ${error.stack}`);
    const { number } = life;
    timeline.after(random.between(5, 100), () => {
      if (life.number === number && life.isAlive) kill("the operator");
    });
  }

  /** A start is refused for damage or a failing disk only; then a good copy or disk is put in. */
  function onRefused(cause: unknown): void {
    trace(`start refused: ${String(cause)}`);
    if (cause instanceof LogDamaged && damaged !== undefined) {
      damaged.disk.damage(damaged.key, damaged.old);
      damaged = undefined;
    } else if (failing.size === 0) violate(`start refused: ${String((cause as Error).stack)}`);
    life.isAlive = false;
    timeline.after(1, boot);
  }

  function kill(who: string): void {
    trace(`life ${life.number} ends by ${who}`);
    if (isStarting) count(coverage, "crash during recovery");
    life.isAlive = false;
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
    if (!isCalm) meddle();
    timeline.after(random.between(1, 60), boot);
  }

  function scheduleBlow(everyMs: number): void {
    timeline.after(random.between(0.1, 2) * everyMs, () => {
      if (isCalm || ++blows === BLOWS_MAX) return;
      scheduleBlow(everyMs);
      if (!life.isAlive) return;
      if (server !== undefined && failing.size === 0 && random.chance(0.25)) stopAndBoot(server);
      else kill("a blow");
    });
  }

  function stopAndBoot(stopping: Server): void {
    const mine = life;
    trace(`life ${mine.number} stops in good order`);
    server = undefined;
    void close(stopping).then(() => {
      if (!mine.isAlive) return;
      // A shard that failed while it stopped leaves writes under way, which the process does not outlive.
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

  async function close({ shards }: Server): Promise<void> {
    await Promise.all(shards.map(({ mailbox }) => mailbox.close()));
    for (const { store, log } of shards) {
      await store.close();
      await log.close();
    }
  }

  /** While it is down: the state may go, and bytes of the log may change. */
  function meddle(): void {
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
    // From the beginning, so that every frame is read; a link is told from the frame after it.
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

  /** The bytes of a record changed, and the checksum made to fit: only the chain can tell. */
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
    const rate = kind === "log" ? weather.appendFaultRate : weather.stateFaultRate;
    return createDisk({
      kind,
      timeline,
      random,
      fate() {
        const delayMs = random.between(
          0.05,
          random.chance(0.1) ? weather.syncMs * 8 : weather.syncMs,
        );
        if (isCalm || !random.chance(rate)) return { outcome: "durable", delayMs };
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
