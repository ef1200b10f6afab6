/**
 * Measures one load on a server: processor time by thread in a turn without the profiler, and by
 * room in the turn after it, with the profiler on. Of the second turn only the shares are used, so
 * what the profiler costs is in no figure.
 */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Bank, openBank } from "../bank.ts";
import type { Settings } from "../row.ts";
import { newDirectory, type RunningServer } from "../server.ts";
import type { Load } from "./loads.ts";
import { OUTSIDE } from "./rooms.ts";
import { type CpuProfile, type Sampled, sampledOf } from "./samples.ts";
import {
  type Column,
  columnOf,
  type KnownThreads,
  type ThreadTimes,
  threadTimes,
  timesBetween,
} from "./threads.ts";

const PROBE = join(import.meta.dirname, "probe.cjs");

/** Microseconds for each unit of the load, of all threads of a column together. */
export type ColumnCosts = {
  threads: number;
  cpuUs: number;
  /** The part of `cpuUs` in which the kernel ran. */
  kernelUs: number;
  /** By row; empty for threads that run no JavaScript. The rows add up to `cpuUs`. */
  rooms: ReadonlyMap<string, number>;
};

export type FunctionCost = { column: Column; text: string; us: number };

export type Profile = {
  /** Units in each second of the turn without the profiler, and of that with it. */
  perSecond: number;
  profiledPerSecond: number;
  columns: ReadonlyMap<Column, ColumnCosts>;
  /** The most expensive first. */
  functions: readonly FunctionCost[];
};

export type ProfiledBank = {
  bank: Bank;
  measure(load: Load, seconds: number): Promise<Profile>;
  close(): Promise<void>;
};

/** `keepIn`: a folder for the profiles of the threads, `<tid>.cpuprofile`. */
export type ProfileOptions = { flags: readonly string[]; intervalUs: number; keepIn?: string };

/** A bank whose server is ready to be profiled. Works on Linux only. */
export async function openProfiledBank(
  settings: Settings,
  { flags, intervalUs, keepIn }: ProfileOptions,
): Promise<ProfiledBank> {
  const folder = await newDirectory(settings.scratch, "profiles");
  const bank = await openBank(settings, { flags, preload: PROBE }).catch(async (cause) => {
    await folder.remove();
    throw cause;
  });
  const { server } = bank;
  const into = keepIn ?? folder.path;
  return {
    bank,
    async measure(load, seconds) {
      const plain = await turnOf(server, () => load.turn(bank, settings, seconds));
      const known = (await askProbe(server, { ask: "threads" })) as KnownThreads;
      await askProbe(server, { ask: "start", intervalUs });
      const profiled = await turnOf(server, () => load.turn(bank, settings, seconds));
      const { tids } = (await askProbe(server, { ask: "stop", into })) as { tids: number[] };
      const sampled = new Map<number, Sampled>();
      for (const tid of tids) {
        const text = await readFile(join(into, `${tid}.cpuprofile`), "utf8");
        sampled.set(tid, sampledOf(JSON.parse(text) as CpuProfile, profiled.window));
      }
      return profileOf(known, plain, profiled, sampled);
    },
    async close() {
      await bank.close();
      await folder.remove();
    },
  };
}

export type Turn = {
  units: number;
  window: { fromUs: number; toUs: number };
  threads: ReadonlyMap<number, ThreadTimes>;
};

async function turnOf({ child }: RunningServer, run: () => Promise<number>): Promise<Turn> {
  const pid = child.pid as number;
  const before = threadTimes(pid);
  const fromUs = nowUs();
  const units = await run();
  const toUs = nowUs();
  return { units, window: { fromUs, toUs }, threads: timesBetween(before, threadTimes(pid)) };
}

/** The monotonic clock of the machine, microseconds; V8 stamps samples by the same clock. */
function nowUs(): number {
  return Number(process.hrtime.bigint()) / 1e3;
}

async function askProbe({ child }: RunningServer, message: object): Promise<unknown> {
  const ended = once(child, "exit").then(() => {
    throw new Error("the server ended while it was profiled");
  });
  ended.catch(() => {});
  const answered = once(child, "message");
  child.send(message);
  const [answer] = await Promise.race([answered, ended]);
  return answer;
}

/** The costs by column, room and function from both turns and the samples of each thread. */
export function profileOf(
  known: KnownThreads,
  plain: Turn,
  profiled: Turn,
  sampled: ReadonlyMap<number, Sampled>,
): Profile {
  const columns = new Map<Column, ColumnCosts & { rooms: Map<string, number> }>();
  const functions = new Map<string, FunctionCost>();
  for (const [tid, { name, cpuUs, kernelUs }] of plain.threads) {
    const column = columnOf(known, tid, name);
    if (column === undefined) continue;
    const costs = columns.get(column) ?? { threads: 0, cpuUs: 0, kernelUs: 0, rooms: new Map() };
    const ownUs = cpuUs / plain.units;
    costs.threads++;
    costs.cpuUs += ownUs;
    costs.kernelUs += Math.min(ownUs, kernelUs / plain.units);
    columns.set(column, costs);
    const samples = sampled.get(tid);
    if (samples === undefined) continue;
    const busyUs = ownUs * busyPartOf(samples, profiled, tid);
    const share = (count: number) => (busyUs * count) / Math.max(1, samples.busy);
    for (const [room, count] of samples.rooms) add(costs.rooms, room, share(count));
    add(costs.rooms, OUTSIDE, ownUs - (samples.busy === 0 ? 0 : busyUs));
    for (const [text, count] of samples.functions) {
      const key = `${column} ${text}`;
      const known = functions.get(key) ?? { column, text, us: 0 };
      functions.set(key, { ...known, us: known.us + share(count) });
    }
  }
  return {
    perSecond: rateOf(plain),
    profiledPerSecond: rateOf(profiled),
    columns,
    functions: [...functions.values()].sort((one, other) => other.us - one.us),
  };
}

/** The part of a thread's processor time in which it ran JavaScript or collected garbage. */
function busyPartOf({ busyShare }: Sampled, { window, threads }: Turn, tid: number): number {
  const times = threads.get(tid);
  if (times === undefined || times.cpuUs === 0) return 0;
  const hadCoreUs = window.toUs - window.fromUs - times.waitedUs;
  return Math.min(1, (busyShare * hadCoreUs) / times.cpuUs);
}

function rateOf({ units, window }: Turn): number {
  return (units * 1e6) / (window.toUs - window.fromUs);
}

function add(rooms: Map<string, number>, room: string, us: number): void {
  rooms.set(room, (rooms.get(room) ?? 0) + us);
}
