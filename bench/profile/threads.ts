/**
 * The threads of a process and the processor time of each, as Linux counts them, and the columns of
 * the profile's table: what each thread is for.
 */
import { readdirSync, readFileSync } from "node:fs";

/** The columns in the order of the table. Threads of one kind share a column. */
export const COLUMNS = {
  edge: "edge",
  ledger: "ledger shard",
  platform: "platform shard",
  outbox: "outbox",
  main: "main",
  other: "other workers",
  pool: "libuv pool",
  helpers: "V8 helpers",
} as const;
export type Column = keyof typeof COLUMNS;
/** The kinds of worker threads that have a column of their name. */
const OWN_COLUMNS: ReadonlySet<string> = new Set(["edge", "ledger", "platform", "outbox"]);

/**
 * What the probe of a process tells: the thread of main, the threads that were there before the
 * first line of the server, and each worker thread with its kind.
 */
export type KnownThreads = {
  main: number;
  early: readonly number[];
  workers: readonly (readonly [tid: number, kind: string])[];
};

/** Microseconds since the thread began. `waitedUs`: it could run and had no core. */
export type ThreadTimes = { name: string; cpuUs: number; kernelUs: number; waitedUs: number };

/** The threads that sample for V8's profiler, which are no part of the server. */
const SAMPLER = "v8:ProfEvntProc";
/** `utime` and `stime` count ticks of a hundredth of a second: proc(5), sysconf(_SC_CLK_TCK). */
const TICK_US = 10_000;

/**
 * The times of each thread of a process, by its number. A thread that ends meanwhile is left out.
 */
export function threadTimes(pid: number): Map<number, ThreadTimes> {
  const threads = new Map<number, ThreadTimes>();
  for (const tid of readdirSync(`/proc/${pid}/task`)) {
    try {
      threads.set(Number(tid), timesAt(`/proc/${pid}/task/${tid}`));
    } catch (cause) {
      if (!["ENOENT", "ESRCH"].includes((cause as NodeJS.ErrnoException).code ?? "")) throw cause;
    }
  }
  return threads;
}

function timesAt(path: string): ThreadTimes {
  const stat = readFileSync(`${path}/stat`, "utf8");
  // The name, in brackets, may hold anything; `utime` and `stime` are fields 14 and 15 of the line.
  const nameEnd = stat.lastIndexOf(")");
  const fields = stat.slice(nameEnd + 2).split(" ");
  const userUs = Number(fields[11]) * TICK_US;
  const kernelUs = Number(fields[12]) * TICK_US;
  const name = stat.slice(stat.indexOf("(") + 1, nameEnd);
  const { runUs, waitedUs } = scheduledAt(path);
  return { name, cpuUs: runUs ?? userUs + kernelUs, kernelUs, waitedUs };
}

/**
 * Exact times of the scheduler, nanoseconds in the file. A kernel that does not keep them has no file
 * or zeros in it.
 */
function scheduledAt(path: string): { runUs: number | undefined; waitedUs: number } {
  try {
    const [run, waited] = readFileSync(`${path}/schedstat`, "utf8").split(" ");
    const runUs = run === "0" ? undefined : Number(run) / 1e3;
    return { runUs, waitedUs: Number(waited) / 1e3 };
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
    return { runUs: undefined, waitedUs: 0 };
  }
}

/**
 * What each thread has spent from `before` to `after`; a thread that began meanwhile, all its time.
 */
export function timesBetween(
  before: ReadonlyMap<number, ThreadTimes>,
  after: ReadonlyMap<number, ThreadTimes>,
): Map<number, ThreadTimes> {
  return new Map(
    [...after].map(([tid, { name, cpuUs, kernelUs, waitedUs }]) => {
      const earlier = before.get(tid);
      const spent = {
        name,
        cpuUs: cpuUs - (earlier?.cpuUs ?? 0),
        kernelUs: kernelUs - (earlier?.kernelUs ?? 0),
        waitedUs: waitedUs - (earlier?.waitedUs ?? 0),
      };
      return [tid, spent];
    }),
  );
}

/** The column of a thread; undefined for the profiler's own. */
export function columnOf(
  { main, early, workers }: KnownThreads,
  tid: number,
  name: string,
): Column | undefined {
  if (name === SAMPLER) return undefined;
  if (tid === main) return "main";
  if (early.includes(tid)) return "helpers";
  const kind = workers.find(([worker]) => worker === tid)?.[1];
  if (kind === undefined) return "pool";
  return OWN_COLUMNS.has(kind) ? (kind as Column) : "other";
}
