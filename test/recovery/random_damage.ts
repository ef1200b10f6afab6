/**
 * Damages one data file at random while no server runs, and checks a start on it: the start
 * refuses, or every read gives exactly its earlier answer, or an error; never another answer.
 * A server of its own: its directory is damaged.
 */
import { randomUUID } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { usedBytesOf } from "../../wal/database.ts";
import { killServer, startServer, stopServer } from "../support/server.ts";
import { type Caller, copyOf, dataFileOf, openAccounts, openCaller } from "./bank.ts";
import { flipSeparator, pointToOld, putOldInPlace, separatorsOf, versionsOf } from "./lmdb_tree.ts";
import { runLog } from "./log_command.ts";

export type Random = (limit: number) => number;
export type Sound = { dataDir: string; reads: ReadonlyMap<string, string> };
export type Round = {
  damage: string;
  /**
   * `refused`: the start gave a reason. `died`: it ended without a reason, as by a signal in LMDB.
   */
  outcome: "refused" | "died" | "served";
  /** Reads that were answered 5xx, or not answered because the process had ended. */
  errors: number;
  /** Reads that gave another answer: there must be none. */
  wrong: string[];
};

const BITS_MAX = 8;
const SECTOR_BYTES = 512;
/** Enough accounts and transfers that both files have a branch above the leaves. */
const ACCOUNTS = 30;
const TRANSFERS = 40;

/** A data directory at rest, and the answers of its reads. */
export async function soundData(): Promise<Sound> {
  const server = await startServer();
  const caller = openCaller(server);
  const ids = await openAccounts(server, caller, ACCOUNTS, 1_000);
  const paths = [`/accounts?productId=${server.demo.productId}`];
  for (const id of ids) paths.push(`/accounts/${id}`, `/accounts/${id}/balance`);
  for (const id of ids) paths.push(`/accounts/${id}/entries`);
  for (let at = 0; at < TRANSFERS; at++) {
    const [sourceAccountId, destinationAccountId] = [ids[at % ACCOUNTS], ids[(at + 1) % ACCOUNTS]];
    const body = { sourceAccountId, destinationAccountId, amount: `${at + 1}`, currency: "EUR" };
    const answer = await caller.post("/transfers", body, randomUUID());
    const { transferId } = JSON.parse(answer?.text ?? "{}") as { transferId?: string };
    if (transferId === undefined) throw new Error(`no transfer: ${answer?.text}`);
    paths.push(`/transfers/${transferId}`);
  }
  const reads = new Map<string, string>();
  for (const path of paths) {
    const answer = await caller.get(path);
    if (answer?.status !== 200) throw new Error(`${path}: ${answer?.text}`);
    reads.set(path, timeless(answer.text));
  }
  caller.close();
  await stopServer(server);
  return { dataDir: server.dataDir, reads };
}

/**
 * Damages a copy, starts a server on it and repeats all reads. With `rebuilds`, if the log is sound,
 * rebuilds the state and repeats all reads again.
 */
export async function damageOnce(
  sound: Sound,
  random: Random,
  { rebuilds }: { rebuilds: boolean },
): Promise<Round> {
  const dataDir = copyOf(sound.dataDir);
  try {
    const kind = random(2) === 0 ? "log" : "state";
    const damage = `${kind}: ${damageFile(dataFileOf(dataDir, kind), random)}`;
    const round: Round = { damage, ...(await outcomeOf(sound, dataDir)) };
    if (rebuilds && kind === "state") {
      const rebuilt = await runLog("rebuild", "--data", dataDir, "--shard", "0");
      const again = rebuilt.code === 0 ? await outcomeOf(sound, dataDir) : undefined;
      if (again?.outcome !== "served" || again.errors + again.wrong.length > 0) {
        round.wrong.push(`not whole after a rebuild: ${rebuilt.errors}`);
      }
    }
    return round;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Damages the file; returns a text that says how. */
function damageFile(path: string, random: Random): string {
  // Behind these bytes is only space that was written ahead.
  const bytes = readFileSync(path).subarray(0, usedBytesOf(path));
  const { text, kept } = damageBytes(bytes, random);
  writeFileSync(path, bytes.subarray(0, kept));
  return text;
}

/** Damages the bytes; `kept`: the number of bytes that are left, where some were cut off. */
function damageBytes(bytes: Buffer, random: Random): { text: string; kept?: number } {
  const at = random(bytes.length);
  switch (random(7)) {
    case 0:
      return { text: `cut to ${at} of ${bytes.length} bytes`, kept: at };
    case 1: {
      const sector = at - (at % SECTOR_BYTES);
      bytes.fill(0, sector, sector + SECTOR_BYTES);
      return { text: `sector at ${sector} zeroed` };
    }
    case 2: {
      const versions = versionsOf(bytes);
      const one = versions[random(versions.length)];
      if (one === undefined) break;
      if (random(2) === 0 && pointToOld(bytes, one)) {
        return { text: `branch leads to page ${one.old}, once page ${one.live.page}` };
      }
      putOldInPlace(bytes, one);
      return { text: `page ${one.live.page} is page ${one.old} again` };
    }
    case 3: {
      const separators = separatorsOf(bytes);
      const one = separators[random(separators.length)];
      if (one === undefined) break;
      flipSeparator(bytes, at, one);
      return { text: `a bit of the branch's key at ${one.at} flipped` };
    }
  }
  const bits = Array.from({ length: 1 + random(BITS_MAX) }, () => random(bytes.length * 8));
  for (const bit of bits) bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
  return { text: `bits ${bits.join(", ")} flipped` };
}

/**
 * The outcome of a start on `dataDir`, and a comparison of the server's answers with those of
 * `sound`.
 */
export async function outcomeOf(sound: Sound, dataDir: string): Promise<Omit<Round, "damage">> {
  let server: Awaited<ReturnType<typeof startServer>>;
  try {
    server = await startServer(["--log-level", "silent"], dataDir);
  } catch (cause) {
    const text = String(cause);
    const isLate = text.includes("did not serve in time");
    const wrong = isLate ? ["the start neither ended nor served"] : [];
    return { outcome: text.includes("does not start") ? "refused" : "died", errors: 0, wrong };
  }
  const caller = openCaller(server);
  const found = await readAll(sound, caller);
  caller.close();
  const { exitCode, signalCode } = server.child;
  if (exitCode === null && signalCode === null) await killServer(server);
  return { outcome: "served", ...found };
}

async function readAll(sound: Sound, caller: Caller) {
  let errors = 0;
  const wrong: string[] = [];
  for (const [path, text] of sound.reads) {
    const answer = await caller.get(path);
    if (answer === undefined || answer.status >= 500) errors++;
    else if (answer.status !== 200 || timeless(answer.text) !== text) {
      wrong.push(`${path}: ${answer.status} ${answer.text}`);
    }
  }
  return { errors, wrong };
}

/** An answer without its time. */
function timeless(text: string): string {
  return text.replace(/"asOf":"[^"]*"/, "");
}
