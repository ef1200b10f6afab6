/**
 * From the samples of V8's CPU profiler to the time of rooms and functions. The profiler looks at a
 * thread at intervals and notes the stack of JavaScript. It notes nothing of native code that no
 * JavaScript has called: event loop, uWebSockets.js while it reads sockets, the kernel behind both.
 * Native code that JavaScript called, such as a reply that is sent, counts for the caller.
 */
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT } from "../child.ts";
import { spreadOf } from "../spread.ts";
import { COLLECTION, NO_ROOM, roomOf } from "./rooms.ts";

type CallFrame = { functionName: string; url: string; lineNumber: number; columnNumber: number };
type ProfileNode = { id: number; callFrame: CallFrame; children?: number[] };
/** The format of a `.cpuprofile`. Times are microseconds of the monotonic clock. */
export type CpuProfile = {
  nodes: ProfileNode[];
  startTime: number;
  endTime: number;
  samples: number[];
  timeDeltas: number[];
};

/** Moments of the monotonic clock, microseconds. */
export type Window = { fromUs: number; toUs: number };

export type Sampled = {
  /**
   * The share of the window, without the time that the thread waited for a core, in which it ran
   * JavaScript or collected garbage.
   */
  busyShare: number;
  /** Samples by room, of those in which the thread was busy. */
  rooms: ReadonlyMap<string, number>;
  /** The same by function: its name and where it stands. */
  functions: ReadonlyMap<string, number>;
  /** The sum of the samples of either map. */
  busy: number;
};

/**
 * A sample counts as taken in time when its distance to the one before it is within this part of
 * the usual distance. A late sample stands for a moment at which the thread wanted to run and had
 * no core, so it would make the thread busier than it was: with all samples the share of a ledger
 * shard was 0.96 of its time, with those in time 0.88, and `perf record` found 0.89 (edge: 0.87,
 * 0.86, 0.88).
 */
const IN_TIME = 0.1;
/** What V8 shows as functions although they are none. */
const IDLE = ["(idle)", "(program)", "(root)"];
const COLLECTOR = "(garbage collector)";

/** What the samples of one thread within a window show. */
export function sampledOf(profile: CpuProfile, { fromUs, toUs }: Window): Sampled {
  const places = placesOf(profile.nodes);
  const usualUs = spreadOf(profile.timeDeltas).median;
  const rooms = new Map<string, number>();
  const functions = new Map<string, number>();
  let busy = 0;
  let inTime = 0;
  let busyInTime = 0;
  let atUs = profile.startTime;
  for (const [index, id] of profile.samples.entries()) {
    const deltaUs = profile.timeDeltas[index] ?? 0;
    atUs += deltaUs;
    if (atUs < fromUs || atUs > toUs) continue;
    const isInTime = Math.abs(deltaUs - usualUs) <= usualUs * IN_TIME;
    if (isInTime) inTime++;
    const place = places.get(id);
    if (place === undefined) continue;
    if (isInTime) busyInTime++;
    busy++;
    rooms.set(place.room, (rooms.get(place.room) ?? 0) + 1);
    functions.set(place.text, (functions.get(place.text) ?? 0) + 1);
  }
  return { busyShare: inTime === 0 ? 0 : busyInTime / inTime, rooms, functions, busy };
}

type Place = { room: string; text: string };

/** The room and the function of each node in which the thread is busy, by the node's id. */
function placesOf(nodes: readonly ProfileNode[]): Map<number, Place> {
  const parents = new Map<number, ProfileNode>();
  for (const node of nodes) for (const child of node.children ?? []) parents.set(child, node);
  const places = new Map<number, Place>();
  for (const node of nodes) {
    const { functionName } = node.callFrame;
    if (IDLE.includes(functionName)) continue;
    if (functionName === COLLECTOR) places.set(node.id, { room: COLLECTION, text: COLLECTION });
    else places.set(node.id, placeOf(node, parents));
  }
  return places;
}

function placeOf(node: ProfileNode, parents: ReadonlyMap<number, ProfileNode>): Place {
  let room: string | undefined;
  let caller = "";
  for (
    let at: ProfileNode | undefined = node;
    at !== undefined && room === undefined;
    at = parents.get(at.id)
  ) {
    const source = sourceOf(at.callFrame);
    room = source && roomOf(source.path);
    if (caller === "" && source !== undefined) caller = `${source.path}:${source.line}`;
  }
  const name = node.callFrame.functionName || "(anonymous)";
  const own = sourceOf(node.callFrame);
  const where = own === undefined ? `called in ${caller || "Node"}` : caller;
  return { room: room ?? NO_ROOM, text: `${name}  ${where}` };
}

type Source = { path: string; line: number };
/** By the path of a built file; undefined for a file without a map. */
const maps = new Map<string, SourceMap | undefined>();

/**
 * The source of a function, its path from the project's root; undefined for native code and Node's.
 */
function sourceOf({ url, lineNumber, columnNumber }: CallFrame): Source | undefined {
  if (!url.startsWith("file:")) return undefined;
  const file = fileURLToPath(url);
  if (!maps.has(file)) maps.set(file, mapOf(file));
  const entry = maps.get(file)?.findEntry(lineNumber, columnNumber);
  if (entry === undefined || !("originalSource" in entry)) {
    return { path: relative(ROOT, file), line: lineNumber + 1 };
  }
  const path = relative(ROOT, join(dirname(file), entry.originalSource));
  return { path, line: entry.originalLine + 1 };
}

function mapOf(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw cause;
  }
}
