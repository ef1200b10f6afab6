/**
 * A server under load whose writes and syncs are recorded, and images of its disk at any moment.
 * A server of its own: what it writes to its disk is recorded.
 */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import {
  killServer,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../../support/server.ts";
import { copyOf, openCaller } from "../bank.ts";
import {
  type Lane,
  type Load,
  newLoad,
  newParty,
  openPartyAccounts,
  runLoad,
  type Sent,
} from "../load.ts";
import { type DiskEvent, newDisk, readTrace } from "./power_loss.ts";

export type Answered = {
  sent: Sent;
  /** Bytes of the trace when the answer of the request had arrived. */
  knownAt: number;
};
export type Recording = {
  load: Load;
  /** A copy of the data directory from the begin of the recording, when all of it was on disk. */
  before: string;
  events: DiskEvent[];
  answered: Answered[];
  /** The directory of the recorded server: the paths of the events begin with it. */
  dataDir: string;
};
export type Image = { dataDir: string; answered: readonly Sent[]; atEvent: number };

export const SHARDS = ["shard-0", "platform"];
const LANES = 8;
const ACCOUNTS = 4;
const FLAGS = ["--shards", "1", "--edges", "1"];

/**
 * A stopped server whose data has some accounts, and the load that continues with these accounts.
 */
export async function preparedData(
  random: Load["random"],
): Promise<{ load: Load; server: Server }> {
  const server = await startServer(FLAGS);
  const load = newLoad([newParty(server.demo)], random);
  const caller = openCaller(server);
  await openPartyAccounts(load, { party: 0, caller }, ACCOUNTS);
  caller.close();
  await stopServer(server);
  return { load, server };
}

/** Runs the load on a recorded server until it has `answers` answers, then kills the server. */
export async function recordWrites(
  shim: string,
  random: Load["random"],
  answers: number,
): Promise<Recording> {
  const { load, server: stopped } = await preparedData(random);
  const { dataDir } = stopped;
  const before = copyOf(dataDir);
  const trace = join(newDataDir(), "trace");
  const answered: Answered[] = load.sent.map((sent) => ({ sent, knownAt: 0 }));
  const server = await startServer(FLAGS, dataDir, {
    environment: { LD_PRELOAD: shim, DISK_TRACE: trace },
  });
  const lanes = lanesOf(server);
  let looked = load.sent.length;
  const waiting: Sent[] = [];
  const until = load.acknowledged + answers;
  await runLoad(load, lanes, () => {
    const knownAt = statSync(trace).size;
    waiting.push(...load.sent.slice(looked));
    looked = load.sent.length;
    for (const sent of waiting.splice(0)) {
      if (sent.answer === undefined) waiting.push(sent);
      else answered.push({ sent, knownAt });
    }
    if (load.acknowledged >= until) load.isStopping = true;
  });
  for (const { caller } of lanes) caller.close();
  await killServer(server);
  return { load, before, events: readTrace(trace), answered, dataDir };
}

export function lanesOf(server: Server): Lane[] {
  return Array.from({ length: LANES }, () => ({ party: 0, caller: openCaller(server, 1) }));
}

/** `count` images, each of a random moment; an image is removed when the next one is asked for. */
export function* imagesOf(
  { before, events, answered, dataDir }: Recording,
  random: Load["random"],
  { count, ignoresSyncs }: { count: number; ignoresSyncs: boolean },
): Generator<Image, void, undefined> {
  const paths = SHARDS.flatMap((shard) =>
    ["log", "state"].map((kind) => join(dataDir, shard, kind, "data.mdb")),
  );
  const files = new Map(
    paths.map((path) => [path, readFileSync(join(before, relative(dataDir, path)))]),
  );
  const disk = newDisk(files, { ignoresSyncs });
  const moments = Array.from({ length: count }, () => random(events.length + 1));
  moments.sort((a, b) => a - b);
  let at = 0;
  for (const moment of moments) {
    while (at < moment) disk.apply(events[at++] as DiskEvent);
    const end = events[moment - 1]?.end ?? 0;
    const image = copyOf(before);
    for (const [path, content] of disk.image(random)) {
      const own = join(image, relative(dataDir, path));
      mkdirSync(join(own, ".."), { recursive: true });
      writeFileSync(own, content);
    }
    const known = answered.filter(({ knownAt }) => knownAt <= end).map(({ sent }) => sent);
    yield { dataDir: image, answered: known, atEvent: moment };
    rmSync(image, { recursive: true });
  }
}
